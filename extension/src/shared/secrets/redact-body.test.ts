import { expect, test } from "vitest";
import { redactBody, redactField } from "./redact-body";

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P";
const json = (text: string): string => redactBody(text, "application/json");

test.each([
  ['{"password":"hunter2","user":"ada"}', '{"password":"***","user":"ada"}'],
  ['{ "access_token" : "x" ,\n"n": 1.50 }', '{ "access_token" : "***" ,\n"n": 1.50 }'],
  ['{"a":[{"b":[{"secret":"x"},"y"]}]}', '{"a":[{"b":[{"secret":"***"},"y"]}]}'],
  ['{"tokens":["a",["b"],{"c":"d"}]}', '{"tokens":["***",["***"],{"c":"***"}]}'],
  ['{"pin":1234,"otp":-1.5e3,"session":null,"auth":true}', '{"pin":"***","otp":"***","session":null,"auth":true}'],
  ['{"token":"a","x":1,"token":"b"}', '{"token":"***","x":1,"token":"***"}'],
  ['{"pass\\u0077ord":"a\\"b"}', '{"pass\\u0077ord":"***"}'],
  [`{"x":"${JWT}"}`, '{"x":"***"}'],
  ['{"u":"https:\\/\\/a.test\\/?token=x"}', '{"u":"https://a.test/?token=***"}'],
  ['{"inner":"{\\"password\\":\\"x\\"}"}', '{"inner":"{\\"password\\":\\"***\\"}"}'],
  ['{"big":12345678901234567890,"key":"ArrowDown","code":404}', null],
  ['{"key":"PROJ-123","errorCode":10042,"countryCode":"DE","items":[{"key":"row_12"}]}', null],
  ['{"code":123456,"inviteCode":"X7F3K2"}', '{"code":"***","inviteCode":"***"}'],
  ['{"privateKey":"-----BEGIN PRIVATE KEY-----MII0"}', '{"privateKey":"***"}'],
  ['["password","hunter2"]', null],
  ['{"empty":"","password":""}', null],
  ["", null],
])("of %s, what is secret is masked and the rest stays", (text, shown) => {
  expect(json(text)).toBe(shown ?? text);
});

test.each([
  ['{"user":"ada","password":"hunt', '{"user":"ada","password":"***"'],
  ['{"user":"ada","password":', '{"user":"ada","password":'],
  ['{"a":{"token":"x"},"b":[1,2', '{"a":{"token":"***"},"b":[1,2'],
  [`)]}',\n{"token":"x"}`, `)]}',\n{"token":"***"}`],
  ["{password: 'hunter2', x: 1}", "{password: '***', x: 1}"],
  ['{"odd"quote":1,"password":"hunter2"}', '{"odd"quote":1,"password":"***"}'],
])("of %s, which is no JSON, as much as can be found is masked", (text, shown) => {
  expect(json(text)).toBe(shown);
});

test("JSON that is 10,000 levels deep is read to its end", () => {
  const [open, close] = ['{"a":['.repeat(5_000), "]}".repeat(5_000)];
  expect(json(`${open}{"token":"x"}${close}`)).toBe(`${open}{"token":"***"}${close}`);
});

test.each([
  ["application/x-www-form-urlencoded", "user=ada&password=hunter2&token=", "user=ada&password=***&token="],
  ["text/event-stream", 'data: {"token":"x","n":1}\n\ndata: y\n', 'data: {"token":"***","n":1}\n\ndata: y\n'],
  ["application/x-ndjson", '{"token":"x"}\n{"n":1}', '{"token":"***"}\n{"n":1}'],
  ["text/plain", "password=hunter2 for me", "password=*** for me"],
  ["text/plain", '[{"token":\n"x"}]', '[{"token":\n"***"}]'],
  ["text/html", '<input type="hidden" name="csrf" value="x">', '<input type="hidden" name="csrf" value="***">'],
  ["text/html", "<input value=x type=password>", '<input value="***" type=password>'],
  ["text/html", "<meta content='x' name='csrf-token'>", "<meta content=\"***\" name='csrf-token'>"],
  [
    "text/html",
    '<script>s={"accessToken":"x",password:y}</script>',
    '<script>s={"accessToken":"***",password:y}</script>',
  ],
  [
    "text/html",
    '<script type="application/json">{"pin":1234}</script>',
    '<script type="application/json">{"pin":"***"}</script>',
  ],
  [
    "text/javascript",
    `a="${JWT}",password=b,u="https://a.test/?key="+k`,
    'a="***",password=b,u="https://a.test/?key="+k',
  ],
])("in %s, %s becomes %s", (mimeType, text, shown) => {
  expect(redactBody(text, mimeType)).toBe(shown);
});

test("fields are masked by their names", () => {
  expect(redactField("password", "x")).toBe("***");
  expect(redactField("user", "ada")).toBe("ada");
});

const MIB = 1024 * 1024;
/** On a busy machine too: what grows with the square of it takes a quarter of an hour. */
const ENOUGH_MS = 60_000;

test.each([
  ["application/json", '{"password":"', "a"],
  ["application/json", "", '{"a":'],
  ["application/json", "", '"\\'],
  ["application/json", "", "-1"],
  ["application/json", "[", '"eyJ-eyJ-"'],
  ["text/plain", "", "x"],
  ["text/plain", "", "eyJ-"],
  ["text/plain", "", "eyJaaaaaa."],
  ["text/plain", "", "abc  "],
  ["text/plain", "abc=", '"'],
  ["text/plain", "", "basic "],
  ["text/html", "", "<input "],
  ["text/html", "", "<script>"],
  ["text/html", "", '<meta name="'],
  ["text/html", "<input", " value="],
  ["text/html", "<input", "\t"],
  ["application/x-www-form-urlencoded", "", "a=&"],
  ["application/x-www-form-urlencoded", "", "%"],
])(
  "a hostile megabyte of %s (%s%s…) takes no time that grows faster than it",
  (mimeType, head, part) => {
    const text = (head + part.repeat(MIB / part.length)).slice(0, MIB);
    redactBody(text, mimeType);
  },
  ENOUGH_MS,
);
