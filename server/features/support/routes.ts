import { sendSupportMessage, subscribe } from "@plumbline/contract/support/contract.ts";
import type { House } from "../../house.ts";
import { handle } from "../../platform/endpoints.ts";
import { addSubscriber, receiveMessage } from "./actions.ts";

export const supportRoutes = (house: House) => [
  handle(sendSupportMessage, ({ body }) => receiveMessage(house, body)),
  handle(subscribe, ({ body }) => addSubscriber(house, body)),
];
