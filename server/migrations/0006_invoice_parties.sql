ALTER TABLE "invoices" ADD COLUMN "parties" jsonb;--> statement-breakpoint
-- What was sent before this names both parties as they are today.
WITH named AS (
  SELECT p.member_id, jsonb_build_object('name', p.name, 'company', jsonb_build_object(
    'company_name', p.company_name, 'address_1', p.address_1, 'address_2', p.address_2, 'postcode', p.postcode,
    'city', CASE WHEN city.id IS NOT NULL THEN jsonb_build_object('id', city.id, 'name', city.name) END)) AS party
  FROM profiles p LEFT JOIN reference_entries city ON city.id = p.city_id
)
UPDATE invoices SET parties = jsonb_build_object('advisor', advisor.party, 'customer', customer.party)
FROM named advisor, named customer
WHERE advisor.member_id = invoices.advisor_id AND customer.member_id = invoices.customer_id AND invoices.status <> 'draft';
