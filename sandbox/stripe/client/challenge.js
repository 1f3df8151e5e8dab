// Only the fact travels: the page outside asks for the result with its own client secret.
window.parent.postMessage({ plumblineStripe: "challenge-answered" }, "*");
