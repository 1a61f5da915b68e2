// What consent banners say, in the languages that clz knows them in. Lower case; texts are compared without
// punctuation.

/** A text with one of these is about consent. */
export const ABOUT =
  /\bcookies?\b|\bgdpr\b|\bdsgvo\b|\bconsent\b|tracking technolog|trackers?\b|einwilligung|traceurs|consentement|consentimiento|consenso|toestemming|ciasteczk|personal data|personenbezogene/i;

const REFUSE = [
  "reject all", "reject", "reject all cookies", "decline", "decline all", "deny", "deny all", "refuse", "refuse all",
  "no thanks", "do not accept", "i do not accept", "only necessary", "necessary only", "only essential", "essential only",
  "use necessary cookies only", "accept only necessary", "accept only essential", "continue without accepting", "opt out",
  "alle ablehnen", "ablehnen", "alles ablehnen", "nur notwendige", "nur essenzielle", "nur erforderliche", "nein danke",
  "tout refuser", "refuser", "refuser tout", "continuer sans accepter", "non merci", "rechazar", "rechazar todo",
  "rechazar todas", "solo necesarias", "rifiuta", "rifiuta tutto", "rifiuta tutti", "solo necessari", "weigeren",
  "alles weigeren", "alleen noodzakelijke", "recusar", "rejeitar", "rejeitar tudo", "odrzuć", "odrzuć wszystkie",
  "avvisa", "avvisa alla", "neka alla", "afvis", "afvis alle", "hylkää", "hylkää kaikki",
]; // prettier-ignore

const ACCEPT = [
  "accept all", "accept", "accept all cookies", "accept cookies", "allow all", "allow all cookies", "allow cookies", "agree",
  "i agree", "agree to all", "i accept", "ok", "okay", "got it", "alle akzeptieren", "akzeptieren", "alles akzeptieren",
  "zustimmen", "ich stimme zu", "einverstanden", "tout accepter", "accepter", "j accepte", "aceptar", "aceptar todo",
  "aceptar todas", "accetta", "accetta tutto", "accetta tutti", "accepteren", "alles accepteren", "akkoord", "aceitar",
  "aceitar tudo", "akceptuję", "zaakceptuj", "zaakceptuj wszystkie", "acceptera", "acceptera alla", "accepter alle",
  "hyväksy", "hyväksy kaikki",
]; // prettier-ignore

/** Buttons of widespread banners. */
const REFUSE_BUTTONS =
  "#onetrust-reject-all-handler, #CybotCookiebotDialogBodyButtonDecline, .cky-btn-reject, .cc-deny, #didomi-notice-disagree-button, " +
  '[data-testid="uc-deny-all-button"], .iubenda-cs-reject-btn, #truste-consent-required, .osano-cm-denyAll, .cmplz-deny';
const ACCEPT_BUTTONS =
  "#onetrust-accept-btn-handler, #CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll, .cky-btn-accept, .cc-allow, " +
  '#didomi-notice-agree-button, [data-testid="uc-accept-all-button"], .iubenda-cs-accept-btn, #truste-consent-button, ' +
  ".osano-cm-accept-all, .cmplz-accept";

interface Wording {
  texts: ReadonlySet<string>;
  buttons: string;
}

export function wording(accept: boolean): Wording {
  return { texts: new Set(accept ? ACCEPT : REFUSE), buttons: accept ? ACCEPT_BUTTONS : REFUSE_BUTTONS };
}

/** A text as it is written in the tables. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, " ")
    .trim();
}
