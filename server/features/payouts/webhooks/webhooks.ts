import type { Webhook } from "../../../platform/webhooks.ts";
import { accountDeauthorized } from "./account-application-deauthorized.ts";
import { accountUpdated } from "./account-updated.ts";

export const payoutsWebhooks: Webhook[] = [accountUpdated, accountDeauthorized];
