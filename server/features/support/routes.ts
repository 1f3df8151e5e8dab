import { sendSupportMessage, subscribe } from "@plumbline/contract/support/contract.ts";
import type { AppContext } from "../../context.ts";
import { handle } from "../../http/endpoints.ts";
import { addSubscriber, receiveMessage } from "./actions.ts";

export const supportRoutes = (context: AppContext) => [
  handle(sendSupportMessage, ({ body }) => receiveMessage(context, body)),
  handle(subscribe, ({ body }) => addSubscriber(context, body)),
];
