// Only completion is announced: the parent page fetches the result with its client secret.
window.parent.postMessage({ plumblineStripe: "challenge-answered" }, "*");
