// expect: each condition goes to the part that can check it.

import type { Handlers } from "../dispatcher";
import type { Services } from "../services";
import { expectAddress } from "../expect/address";
import { expectAnswer } from "../expect/answer";
import { expectNoErrors, expectNoFailedRequests, expectRequest } from "../expect/logs";
import { PageExpectations } from "../expect/page";
import { expectPicture, type Shoot } from "../expect/picture";
import { expectSnapshot } from "../expect/snapshot";
import { expectVitals } from "../expect/vitals";

export function expectHandlers(services: Services, shoot: Shoot) {
  const { contentScripts, navigation, consoleLog, networkLog, sentRequests } = services;
  const page = new PageExpectations(contentScripts, navigation);
  return {
    expect: (params, context) => {
      switch (params.condition) {
        case "url":
        case "title":
          return expectAddress(params, navigation, context);
        case "request":
          return expectRequest(params, networkLog, context);
        case "status":
        case "json":
        case "header":
          return expectAnswer(params, sentRequests, context);
        case "no-errors":
          return expectNoErrors(params, consoleLog, page, context);
        case "no-failed-requests":
          return expectNoFailedRequests(params, networkLog, context);
        case "snapshot":
          return expectSnapshot(params, contentScripts, page, context);
        case "picture":
          return expectPicture(params, shoot, context);
        case "vitals":
          return expectVitals(params, page, context);
        default:
          return page.expect(params, context);
      }
    },
  } satisfies Partial<Handlers>;
}
