// Hints: how to write here what was written in the words of other tools, or wrongly.

import { advice, type Advice, didYouMean, ownWords, type OwnWords } from "../../shared/errors";
import { alternativesFor } from "./alternatives";
import { table } from "../../shared/table";

const WAYS = table<string>({
  text: "text",
  label: "label",
  placeholder: "placeholder",
  alttext: "alt",
  title: "title",
  testid: "testid",
});

const GET_BY = /get_?by_?(role|text|label|placeholder|alt_?text|title|test_?id)\(\s*(["'`])(.*?)\2/i;
const NAME = /\bname\s*[:=]\s*(["'`])(.*?)\1/;

/** A line of a snapshot: `- button "Save" [ref=e5]`. */
const LINE = /^(?:- )?([a-z]+) "((?:[^"\\]|\\.)*)"(?:(?: \[[^\]]*\])*? \[ref=(\w+)\])?/;

/** What is wrong with a step, and how that is written right. */
const MISTAKES: Array<[RegExp, OwnWords]> = [
  [/^(?:internal:)?nth\s*=/, ownWords`A place follows what it counts: li >> nth=0 is the first, or give --nth 1`],
  [
    /^(?:internal:)?(?:visible|has|has-not|has-text|has-not-text|and|or)\s*=/,
    ownWords`It follows what it chooses from: li >> has-text=Save, li >> has="text=Save", li >> visible=true`,
  ],
  [/:(?:first|last|eq)\b/, ownWords`Say which one in a chain: li >> nth=0, li >> nth=-1, or with --nth 1`],
  [/:nth-match\b/, ownWords`Write it like: :nth-match(li, 3), or give --nth 3`],
  [
    /:(?:left-of|right-of|above|below|near)\b/,
    ownWords`Write it like: input:right-of(:text("Name")), or :near(#label, 120)`,
  ],
  [
    /:(?:has-text|contains|text|text-is|text-matches)\b/,
    ownWords`Write it like: li:has-text("Save"), or li:has-text(/save|send/i)`,
  ],
  [
    /:light\b|^(?:css|text|id):light/,
    ownWords`Targets always look into shadow roots. Begin with something around it: #panel >> text=Save`,
  ],
  [
    /^role\s*=/,
    ownWords`Write it like: role=button[name="Save"][disabled=false]. Roles and names are in: clz snapshot -i`,
  ],
  [/^\$x?\(|^document\.|^\$\$/, ownWords`Write only the selector, as in: #save`],
  [
    /^(?:name|class|value|href|type|link|partial link text|tag name)\s*=/,
    ownWords`Write attributes as CSS: [name="email"], .class, [href*="cart"]`,
  ],
  [
    /^[a-z_-]+\s*=/i,
    ownWords`Targets begin with text=, role=, label=, placeholder=, alt=, title=, testid=, id=, xpath= or css=, or are CSS`,
  ],
];

/** Undefined where the general hint says enough. */
export function hintFor(step: string, target: string): OwnWords | Advice | undefined {
  const [meant] = alternativesFor(target);
  if (meant) return didYouMean([meant.selector]);
  return translated(target) ?? seen(target) ?? MISTAKES.find(([pattern]) => pattern.test(step))?.[1];
}

/** A line of a snapshot as a target; null if it is something else. */
function seen(target: string): Advice | null {
  const [, role, name, ref] = LINE.exec(target) ?? [];
  if (role === undefined || name === undefined) return null;
  const written = `role=${role}[name="${name}"]`;
  return ref === undefined ? advice`Write it like: ${written}` : advice`Write it like: ${`@${ref}`}, or ${written}`;
}

/** `getByRole('button', { name: 'Save' })`, in any language of Playwright, as a target; null if it is something else. */
function translated(target: string): Advice | null {
  const [, way = "", , words = ""] = GET_BY.exec(target) ?? [];
  if (way === "") return null;
  const name = NAME.exec(target)?.[2];
  const kind = way.toLowerCase().replace("_", "");
  const exact = /exact\s*[:=]\s*true/i.test(target);
  const said = kind === "role" ? words : exact ? `"${words}"` : words;
  const written =
    kind === "role" ? `role=${said}${name === undefined ? "" : `[name="${name}"]`}` : `${WAYS[kind]}=${said}`;
  return advice`Write it like: ${written}`;
}
