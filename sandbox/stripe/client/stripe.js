// Stripe.js as the sandbox serves it: window.Stripe with the methods that card payments need.
// Card fields live in frames of this script's origin, so the page never sees a number.
(() => {
  // Pages that are not on https or localhost have no crypto.randomUUID.
  const randomId = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  const { origin, pathname } = new URL(document.currentScript.src);
  // Other files are resolved relative to this script, so that they work below a proxy's path.
  const base = origin + pathname.replace(/\/(endive\/stripe\.js|stripe\.js|v3\/?)$/, "");

  const titles = {
    card: "Secure card payment input frame",
    cardNumber: "Secure card number input frame",
    cardExpiry: "Secure expiration date input frame",
    cardCvc: "Secure CVC input frame",
  };

  class IntegrationError extends Error {
    name = "IntegrationError";
  }

  /** An element: its frame and its events. */
  class CardElement {
    #handlers = new Map();
    #replies = new Map();
    #asked = [];
    #elements;
    #frame;
    #port;
    #container;
    #ready = false;

    constructor(elements, type, options) {
      this.#elements = elements;
      this._type = type;
      this._options = options ?? {};
    }

    mount(target) {
      const container = typeof target === "string" ? document.querySelector(target) : target;
      if (!container) {
        throw new IntegrationError(`The selector you specified (${target}) applies to no DOM elements on the page.`);
      }
      if (this.#container) this.unmount();
      this.#container = container;
      const frame = document.createElement("iframe");
      frame.title = titles[this._type];
      frame.name = `__privateStripeFrame_${this._type}`;
      frame.src = `${base}/js/card-frame?type=${this._type}`;
      frame.setAttribute("allowtransparency", "true");
      frame.setAttribute("allow", "payment *");
      const look = { border: "0", display: "block", width: "100%", height: "19.2px", margin: "0", padding: "0" };
      Object.assign(frame.style, look, { background: "transparent", colorScheme: "light only" });
      frame.addEventListener("load", () => this.#connect(frame));
      this.#frame = frame;
      container.replaceChildren(frame);
      this.#mark({ empty: true, complete: false });
      this.#followLabel(container);
      return this;
    }

    #connect(frame) {
      if (frame !== this.#frame || !frame.contentWindow) return;
      const pipe = new MessageChannel();
      this.#port = pipe.port1;
      this.#port.onmessage = ({ data }) => this.#hear(data);
      const { _group: group, _fonts: fonts } = this.#elements;
      const message = { plumblineStripe: "connect", group, fonts, options: plain(this._options) };
      frame.contentWindow.postMessage(message, origin, [pipe.port2]);
    }

    #hear(data) {
      if (data.reply) {
        this.#replies.get(data.reply)?.(data.result);
        this.#replies.delete(data.reply);
        return;
      }
      const { event, detail = {} } = data;
      if (event === "size") {
        if (this.#frame && detail.height) this.#frame.style.height = `${detail.height}px`;
        return;
      }
      if (event === "enter") {
        this.#container?.closest("form")?.requestSubmit();
        return;
      }
      if (event === "ready") {
        this.#ready = true;
        for (const message of this.#asked.splice(0)) this.#port.postMessage(message);
      }
      if (event === "change") this.#mark(detail);
      if (event === "focus" || event === "blur") this.#toggle("focus", event === "focus");
      this.#emit(event, { elementType: this._type, ...detail });
    }

    /** A click on the container's label focuses the field, as for any input. */
    #followLabel(container) {
      if (!container.id) return;
      for (const label of document.querySelectorAll(`label[for="${CSS.escape(container.id)}"]`)) {
        label.addEventListener("click", () => this.focus());
      }
    }

    #mark({ empty, complete, error }) {
      this.#toggle("base", true);
      this.#toggle("empty", empty === true);
      this.#toggle("complete", complete === true);
      this.#toggle("invalid", Boolean(error));
    }

    #toggle(name, on) {
      const standard = name === "base" ? "StripeElement" : `StripeElement--${name}`;
      for (const word of (this._options.classes?.[name] ?? standard).split(" ").filter(Boolean)) {
        this.#container?.classList.toggle(word, on);
      }
    }

    #emit(event, payload) {
      for (const handler of [...(this.#handlers.get(event) ?? [])]) handler(payload);
    }

    #send(message) {
      if (this.#ready) this.#port.postMessage(message);
      else this.#asked.push(message);
    }

    /** Asks the frame to create a token or payment method from its group's values. */
    _create(key, path, data) {
      const id = randomId();
      return new Promise((resolve) => {
        this.#replies.set(id, resolve);
        this.#send({ do: "create", id, key, path, data });
      });
    }

    get _groupLead() {
      return this.#elements.getElement("cardNumber") ?? this.#elements.getElement("card") ?? this;
    }

    get _mounted() {
      return Boolean(this.#frame);
    }

    on(event, handler) {
      this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]);
      return this;
    }

    once(event, handler) {
      const wrapped = (payload) => {
        this.off(event, wrapped);
        handler(payload);
      };
      return this.on(event, wrapped);
    }

    off(event, handler) {
      const kept = handler ? (this.#handlers.get(event) ?? []).filter((one) => one !== handler) : [];
      this.#handlers.set(event, kept);
      return this;
    }

    update(options) {
      this._options = { ...this._options, ...options };
      this.#send({ do: "update", options: plain(options ?? {}) });
      return this;
    }

    focus() {
      this.#frame?.focus();
      this.#send({ do: "focus" });
    }

    blur() {
      this.#send({ do: "blur" });
    }

    clear() {
      this.#send({ do: "clear" });
    }

    unmount() {
      for (const name of ["base", "empty", "complete", "invalid", "focus"]) this.#toggle(name, false);
      this.#port?.close();
      this.#frame?.remove();
      this.#frame = this.#port = this.#container = undefined;
      this.#ready = false;
      return this;
    }

    destroy() {
      this.unmount();
      this.#handlers.clear();
      this.#elements._forget(this);
      return this;
    }
  }

  /** Options that can be cloned to a frame, without functions and nodes. */
  const plain = (options) => JSON.parse(JSON.stringify(options));

  function makeElements(options = {}) {
    const made = new Map();
    return {
      _group: randomId(),
      _fonts: plain(options.fonts ?? []),
      create(type, given) {
        if (!titles[type]) throw new IntegrationError(`A valid Element type must be provided: ${type} is not one.`);
        if (made.has(type)) throw new IntegrationError(`Can only create one Element of type ${type} through create().`);
        const element = new CardElement(this, type, given);
        made.set(type, element);
        return element;
      },
      getElement: (type) => made.get(typeof type === "string" ? type : type?.__elementType) ?? null,
      update() {},
      fetchUpdates: async () => ({}),
      submit: async () => ({}),
      _forget(element) {
        if (made.get(element._type) === element) made.delete(element._type);
      },
    };
  }

  /** `{a: {b: 1}}` as `a[b]=1`. */
  function encode(value, prefix = "", into = {}) {
    for (const [name, one] of Object.entries(value ?? {})) {
      const path = prefix ? `${prefix}[${name}]` : name;
      if (one === undefined || one === null) continue;
      if (typeof one === "object") encode(one, path, into);
      else into[path] = String(one);
    }
    return into;
  }

  const isElement = (value) => value instanceof CardElement;
  const idIn = (secret) => String(secret).split("_secret")[0];
  const isSetup = (secret) => String(secret).startsWith("seti_");
  const pathOf = (secret) => `/v1/${isSetup(secret) ? "setup_intents" : "payment_intents"}/${idIn(secret)}`;
  const named = (intent) => (intent.object === "setup_intent" ? { setupIntent: intent } : { paymentIntent: intent });

  function Stripe(key, options = {}) {
    if (typeof key !== "string" || !key) throw new IntegrationError("Please call Stripe() with your publishable key.");
    if (key.startsWith("sk_")) throw new IntegrationError("You should not use your secret key with Stripe.js.");

    async function call(method, path, params = {}) {
      const query = new URLSearchParams(encode(params));
      const headers = { authorization: `Bearer ${key}` };
      if (options.stripeAccount) headers["stripe-account"] = options.stripeAccount;
      try {
        const answer = await fetch(base + path + (method === "GET" ? `?${query}` : ""), {
          method,
          headers,
          ...(method === "POST" && { body: query }),
        });
        return await answer.json();
      } catch {
        const message = "We could not reach the card service. Please check your connection and try again.";
        return { error: { type: "api_connection_error", message } };
      }
    }

    async function make(element, path, data) {
      const lead = element._groupLead;
      if (!lead._mounted) {
        throw new IntegrationError(
          "We could not retrieve data from the specified Element. Please make sure it is still mounted.",
        );
      }
      return lead._create(key, path, encode(data));
    }

    async function createToken(element, data = {}) {
      if (!isElement(element)) throw new IntegrationError("createToken needs a card Element.");
      const { currency, ...card } = data;
      const { made, error } = await make(element, "/v1/tokens", { card: { ...card, currency } });
      return error ? { error } : { token: made };
    }

    async function createPaymentMethod(data) {
      const { type = "card", card, billing_details } = data ?? {};
      if (!isElement(card)) {
        const paymentMethod = await call("POST", "/v1/payment_methods", { type, card, billing_details });
        return paymentMethod.error ? { error: paymentMethod.error } : { paymentMethod };
      }
      const { made, error } = await make(card, "/v1/payment_methods", { type, billing_details });
      return error ? { error } : { paymentMethod: made };
    }

    /** The intent, or the error that set it back to requires_payment_method. */
    function outcome(intent) {
      if (intent.error) return { error: intent.error };
      const failure = intent.last_payment_error ?? intent.last_setup_error;
      if (intent.status !== "requires_payment_method" || !failure) return named(intent);
      return { error: { ...failure, [intent.object]: intent } };
    }

    const retrieve = (secret) => call("GET", pathOf(secret), { client_secret: secret });

    async function throughChallenge(intent, secret) {
      if (intent.status !== "requires_action") return outcome(intent);
      await showChallenge(idIn(secret), secret);
      return outcome(await retrieve(secret));
    }

    async function confirm(secret, data, { handleActions = true } = {}) {
      if (!data?.payment_method) {
        const intent = await retrieve(secret);
        if (!intent.error && intent.status === "requires_action") {
          return handleActions ? throughChallenge(intent, secret) : named(intent);
        }
      }
      const { payment_method: method, ...rest } = data ?? {};
      const params = { ...rest, client_secret: secret, use_stripe_sdk: true };
      if (typeof method === "string") params.payment_method = method;
      else if (method) {
        const { paymentMethod, error } = await createPaymentMethod({ type: "card", ...method });
        if (error) return { error };
        params.payment_method = paymentMethod.id;
      }
      const intent = await call("POST", `${pathOf(secret)}/confirm`, params);
      if (intent.error || !handleActions) return outcome(intent);
      return throughChallenge(intent, secret);
    }

    async function handleNextAction({ clientSecret }) {
      const intent = await retrieve(clientSecret);
      return intent.error ? { error: intent.error } : throughChallenge(intent, clientSecret);
    }

    return {
      elements: makeElements,
      createToken,
      createPaymentMethod,
      confirmCardPayment: confirm,
      confirmCardSetup: confirm,
      handleNextAction,
      handleCardAction: (clientSecret) => handleNextAction({ clientSecret }),
      retrievePaymentIntent: async (secret) => outcomeless(await retrieve(secret)),
      retrieveSetupIntent: async (secret) => outcomeless(await retrieve(secret)),
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }

  const outcomeless = (intent) => (intent.error ? { error: intent.error } : named(intent));

  /** Shows the 3-D Secure challenge in a modal; resolves when it is completed or closed, which counts as failing. */
  function showChallenge(id, secret) {
    const back = document.activeElement;
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", "Authenticate your payment");
    Object.assign(dialog.style, { position: "fixed", inset: "0", width: "100vw", height: "100dvh", margin: "0" });
    Object.assign(dialog.style, { maxWidth: "none", maxHeight: "none", padding: "16px", border: "0" });
    Object.assign(dialog.style, { display: "grid", placeItems: "center", background: "rgba(22, 38, 43, 0.6)" });
    const panel = document.createElement("div");
    Object.assign(panel.style, { width: "min(480px, 100%)", height: "min(560px, 100%)", background: "#fff" });
    Object.assign(panel.style, { borderRadius: "10px", overflow: "hidden", display: "flex", flexDirection: "column" });
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close without authenticating";
    Object.assign(close.style, { font: "14px/1.4 system-ui, sans-serif", padding: "12px 16px", border: "0" });
    Object.assign(close.style, { background: "#fff", color: "#1f5c4d", textAlign: "right", cursor: "pointer" });
    const frame = document.createElement("iframe");
    frame.title = "Authentication by your bank";
    frame.name = "__privateStripeChallenge";
    frame.src = `${base}/3ds/${id}?client_secret=${encodeURIComponent(secret)}`;
    Object.assign(frame.style, { border: "0", width: "100%", flex: "1" });
    panel.append(close, frame);
    dialog.append(panel);
    document.body.append(dialog);
    dialog.showModal();
    frame.focus();

    return new Promise((resolve) => {
      const end = () => {
        window.removeEventListener("message", answered);
        dialog.close();
        dialog.remove();
        back?.focus?.();
        resolve();
      };
      const answered = (event) => {
        if (event.source !== frame.contentWindow || event.origin !== origin) return;
        if (event.data?.plumblineStripe === "challenge-answered") end();
      };
      const refuse = async () => {
        const body = new URLSearchParams({ client_secret: secret, outcome: "fail" });
        await fetch(`${base}/3ds/${id}`, { method: "POST", mode: "no-cors", body }).catch(() => {});
        end();
      };
      window.addEventListener("message", answered);
      close.addEventListener("click", refuse);
      dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        refuse();
      });
    });
  }

  Stripe.version = "endive";
  window.Stripe = Stripe;
})();
