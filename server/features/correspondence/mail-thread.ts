import { serveRequests } from "../../threads.ts";
import { readMail } from "./mail-reading.ts";

// The thread that reads replies by e-mail (inbound-mail.ts): one of ten megabytes takes seconds of the processor.
serveRequests(readMail);
