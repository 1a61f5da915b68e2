"use strict";
// Banners as widespread consent platforms make them, and pages that only look as if they had one.

function answer(what) {
  document.getElementById("answer").textContent += `${what};`;
  for (const banner of document.querySelectorAll("[data-banner]")) banner.remove();
}

const BANNERS = {
  onetrust: `<div id="onetrust-consent-sdk" data-banner><div id="onetrust-banner-sdk" class="bar" role="dialog" aria-label="Privacy">
    <div id="onetrust-policy-text">We use cookies to make the site better.</div>
    <button id="onetrust-pc-btn-handler">Cookie settings</button>
    <button id="onetrust-reject-all-handler" onclick="answer('rejected')">Reject All</button>
    <button id="onetrust-accept-btn-handler" onclick="answer('accepted')">Accept All Cookies</button></div></div>`,
  cookiebot: `<div id="CybotCookiebotDialog" class="bar" role="dialog" data-banner>This website uses cookies
    <button id="CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll" onclick="answer('rejected')">Deny</button>
    <button id="CybotCookiebotDialogBodyButtonAccept" onclick="answer('accepted')">Allow all</button></div>`,
  unknown: `<div class="bar" data-banner>Wir verwenden Cookies und brauchen Ihre Einwilligung.
    <button onclick="answer('accepted')">Alle akzeptieren</button>
    <button onclick="answer('rejected')">Nur notwendige!</button></div>`,
  phrase: `<div class="bar" data-banner>We and our partners store cookies. <a href="#" onclick="answer('rejected')">Continue without
    accepting these things</a> <button onclick="answer('accepted')">Accept all of these cookies</button></div>`,
  label: `<div class="bar" role="dialog" data-banner>Cookies are used here. <button aria-label="Decline all"
    onclick="answer('rejected')">✕</button></div>`,
  shadow: "",
  only: `<div class="bar" data-banner>This site uses cookies. <button onclick="answer('accepted')">Accept all</button></div>`,
  newsletter: `<div class="bar" role="dialog" data-banner>Join our newsletter! <button onclick="answer('joined')">Agree</button>
    <button onclick="answer('left')">No thanks</button></div>`,
  frame: `<iframe class="bar" width="600" height="150" data-banner srcdoc="<script src='consent.js'></script>
    <p>We value your privacy and use cookies.</p><button onclick='parent.answer(&quot;rejected&quot;)'>Reject all</button>
    <button onclick='parent.answer(&quot;accepted&quot;)'>Accept all</button>"></iframe>`,
};

function show(kind) {
  if (kind === "late") setTimeout(show, 800, "onetrust");
  if (kind === "cookiebot") {
    window.Cookiebot = { hasResponse: false, dialog: { visible: true }, withdraw() {}, hide() {} };
  }
  if (kind === "shadow") {
    const host = document.body.appendChild(document.createElement("div"));
    host.dataset.banner = "";
    host.attachShadow({ mode: "closed" }).innerHTML = `<style>div{position:fixed;bottom:0;width:100%;height:90px}</style>
      <div>We use cookies <button>Reject all</button><button>Accept all</button></div>`;
    return;
  }
  document.body.insertAdjacentHTML("beforeend", BANNERS[kind] ?? "");
}
