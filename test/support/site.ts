/** A service with a browser at it, for all tests of a file: both are there before the first and gone after the last. */
import { afterAll, beforeAll } from 'bun:test';
import { type Looks, openBrowser, type TestBrowser, type Visitor } from './browser.ts';
import { type ServiceOptions, startService, type TestService } from './service.ts';

export type Site = {
  /** Not before the tests begin, or what is to be done before all of them. */
  readonly service: TestService;
  /** A person with a browser of their own: no cookies, nothing kept. */
  visit(looks?: Looks): Promise<Visitor>;
};

const OPEN_MS = 600_000;

/** To be called where a file begins. What a file does itself before all tests comes after it. */
export function openSite(options: ServiceOptions = {}): Site {
  let open: { readonly service: TestService; readonly browser: TestBrowser };
  beforeAll(async () => {
    // Tests click faster than people.
    const env = { BOREAL_LIMITS_PAGE_REQUESTS_PER_MINUTE: '1000000', ...options.env };
    const service = await startService({ ...options, env });
    open = { service, browser: await openBrowser() };
  }, OPEN_MS);
  afterAll(async () => {
    await open.browser[Symbol.asyncDispose]();
    await open.service.stop();
  });
  return {
    get service() {
      return open.service;
    },
    visit: (looks) => open.browser.visit(open.service, looks),
  };
}
