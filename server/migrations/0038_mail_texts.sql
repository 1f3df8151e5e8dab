CREATE TABLE "mail_texts" (
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"subject" text,
	"body" text,
	"edited_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_texts_name_version_pk" PRIMARY KEY("name","version")
);
