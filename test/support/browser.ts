/**
 * A real Chromium at the pages of a service. Whatever it complains about (a script that throws, a broken content policy,
 * a file that is not there) is kept with the visitor, and a test can ask for it at the end.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request,
  type Response,
} from 'playwright-core';
import type { TestService } from './service.ts';
import { chromiumPath } from './test-servers.ts';

export type Looks = {
  readonly language?: 'cs' | 'en';
  readonly colours?: 'light' | 'dark';
  readonly screen?: keyof typeof SCREENS;
};

export type Visitor = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The browser's complaints about the pages. */
  readonly complaints: readonly string[];
  /** How many requests of the page wait for their answer. */
  readonly running: () => number;
  /**
   * Ends the visit, and lends the browser with nothing kept to the next: one that is new takes 0.4 s of processor time
   * more. Not for tests that change what pages cannot, such as permissions and routes: they close the context. So does
   * the end of the file for those that failed.
   */
  readonly leave: () => Promise<void>;
};

export type TestBrowser = AsyncDisposable & {
  /** A person with a browser of their own: no cookies, nothing kept. */
  visit(service: Pick<TestService, 'port'>, looks?: Looks): Promise<Visitor>;
};

export const SCREENS = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 900 } } as const;

/** The most that a row which is one line of a phone may take: a name with a date below it. */
export const ROW_PX_MAX = 70;

/** The machine of a test has no graphics, may be root, and should not be asked about anything else. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A document lives too short for compilers that optimise to be worth their time.
  '--js-flags=--no-opt,--no-maglev',
];
const WAIT_MS = 90_000;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One for all files of a process, which ends with it: a start takes 0.3 s of processor time. */
let shared: Promise<Browser> | undefined;

async function sharedBrowser(): Promise<Browser> {
  // One that has crashed is left.
  if (!(await shared?.catch(() => undefined))?.isConnected())
    shared = chromium.launch({ executablePath: chromiumPath(), args: ARGUMENTS });
  return shared!;
}

export async function openBrowser(): Promise<TestBrowser> {
  const browser = await sharedBrowser();
  const contexts: BrowserContext[] = [];
  /** Pages of visits that have ended, by what cannot be changed of them. */
  const left = new Map<string, Page[]>();
  return {
    async visit({ port }, { language = 'en', colours = 'light', screen = 'desktop' } = {}) {
      const looks = { colorScheme: colours, reducedMotion: 'reduce' } as const;
      const open = async () => {
        const context = await browser.newContext({
          ...looks,
          baseURL: `http://localhost:${port}`,
          locale: language === 'cs' ? 'cs-CZ' : 'en-GB',
          timezoneId: 'Europe/Prague',
          viewport: SCREENS[screen],
        });
        contexts.push(context);
        context.setDefaultTimeout(WAIT_MS);
        await context.addInitScript({ content: WATCH_SHIFTS });
        return context.newPage();
      };
      const pages = left.get(`${port} ${language}`) ?? [];
      left.set(`${port} ${language}`, pages);
      const used = pages.pop();
      await used?.emulateMedia(looks);
      await used?.setViewportSize(SCREENS[screen]);
      const page = used ?? (await open());
      const { stop, ...watched } = watch(page);
      const leave = async () => {
        stop();
        await forget(page);
        pages.push(page);
      };
      return { page, context: page.context(), ...watched, leave };
    },
    [Symbol.asyncDispose]: async () => {
      for (const context of contexts) await context.close();
    },
  };
}

/** A document of the same origin that runs nothing. */
const NOTHING = '/assets/icon.svg';

/** All that pages keep. What the last one was doing has ended before. */
async function forget(page: Page): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.goto(NOTHING);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await context.clearCookies();
}

function watch(page: Page): Pick<Visitor, 'complaints' | 'running'> & { readonly stop: () => void } {
  const complaints: string[] = [];
  const running = new Set<Request>();
  const threw = (error: Error) => void complaints.push(`threw ${error.message}`);
  const said = (message: ConsoleMessage) => {
    // Chromium also writes a line for every refusal of the API, which pages expect and show.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
  };
  const answered = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400 && !pathname.startsWith('/api/')) complaints.push(`${response.status()}: ${pathname}`);
  };
  // A stream of events has no end to wait for.
  const began = (request: Request) => void (request.resourceType() !== 'eventsource' && running.add(request));
  const ended = (request: Request) => void running.delete(request);
  page.on('pageerror', threw).on('console', said).on('response', answered);
  page.on('request', began).on('requestfinished', ended).on('requestfailed', ended);
  const stop = () => {
    page.off('pageerror', threw).off('console', said).off('response', answered);
    page.off('request', began).off('requestfinished', ended).off('requestfailed', ended);
  };
  return { complaints, running: () => running.size, stop };
}

/** Signs in without the form, for tests that are about something else. */
export async function signInQuietly({ page }: Visitor, email: string, password: string): Promise<void> {
  if (!page.url().endsWith(NOTHING)) await page.goto(NOTHING);
  const body = JSON.stringify({ email, password });
  const status = await page.evaluate<number>(
    `fetch('/api/auth/sign-in/email', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body)} }).then((response) => response.status)`,
  );
  if (status !== 200) throw new Error(`Signing in was answered ${status}.`);
}

/** Opens a page and waits until it has everything that it shows. */
export async function openPage(visitor: Visitor, path: string): Promise<void> {
  await visitor.page.goto(path);
  await whole(visitor);
}

/**
 * Goes on to another page as a press in the menu does: the document stays, with its scripts, which takes a fifth of the
 * processor time. For those who look and change nothing: a list that was fetched two seconds ago is not fetched again.
 */
export async function goOn(visitor: Visitor, path: string): Promise<void> {
  // What is measured of a page begins anew with it.
  await visitor.page.evaluate(
    `window.layoutShift = 0; performance.clearResourceTimings(); history.pushState(null, '', ${JSON.stringify(path)})`,
  );
  await whole(visitor);
}

/** Until the title is there and nothing is being fetched, also not by what was drawn last. */
export async function whole({ page, running }: Visitor): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    const isDrawn = await page.evaluate<boolean>(DRAWN).catch(leftMeanwhile);
    quiet = isDrawn && running() === 0 ? quiet + 1 : 0;
  }
}

/**
 * One question in place of one for each part of it: locators need a large script of Playwright's own in every document,
 * which it does not get before a test looks closer.
 */
const DRAWN = `new Promise((done, fail) => {
  const beganMs = performance.now();
  const isSeen = (it) => it?.checkVisibility({ visibilityProperty: true }) && it.getBoundingClientRect().width > 0;
  const look = () => {
    const isDrawn = isSeen(document.querySelector('h1')) && !document.querySelector('.skeleton');
    if (isDrawn) requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
    else if (performance.now() - beganMs > ${WAIT_MS}) fail(new Error('Waited in vain for ' + location.pathname + ' to be drawn'));
    else requestAnimationFrame(look);
  };
  look();
})`;

/** A document that leads on to another is looked at no more. */
function leftMeanwhile(error: unknown): false {
  if (/Execution context was destroyed/.test(String(error))) return false;
  throw error;
}

/** Kept as long as their pages: one that is detached takes the page's device for passkeys with it. */
const sessions = new WeakMap<Page, CDPSession>();

/**
 * The findings of axe on the page or in a part of it, one line for each element. Nothing is fetched before: only rules
 * that are off by default look at style sheets and media, and it takes a quarter of the time.
 */
export async function axeFindings(page: Page, part = 'html'): Promise<readonly string[]> {
  // It is half a megabyte, and stays while the page does. Playwright would wrap it in several layers of text to read.
  if (await page.evaluate<boolean>('window.axe === undefined')) {
    const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
    sessions.set(page, session);
    await session.send('Runtime.evaluate', { expression: AXE });
  }
  return page.evaluate<string[]>(
    `axe.run('${part}', { resultTypes: ['violations'], preload: false }).then(({ violations }) =>
       violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.target + ' ' + node.failureSummary)))`,
  );
}

/** The number of pixels by which the page is wider than the screen. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/**
 * Words and addresses that go on in the next line. A `<wbr>` offers a break that may be used; what is longer than a narrow
 * column, such as an id, has to be broken.
 */
export const brokenWords = (page: Page): Promise<readonly string[]> => page.evaluate<string[]>(BROKEN_WORDS);

const LETTERS_MAX = 24;
const BROKEN_WORDS = `(() => {
  const broken = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent.checkVisibility() || parent.closest('.visually-hidden, textarea, select, svg')) continue;
    const runs = [...node.data.matchAll(/\\S+/g)].filter(([run]) => run.length <= ${LETTERS_MAX});
    const words = runs.flatMap(({ 0: run, index }) =>
      [...run.matchAll(/[\\p{L}\\p{N}@._]+/gu)].map((one) => ({ word: one[0], index: index + one.index })));
    for (const { word, index } of words) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) broken.push('breaks "' + word + '"');
    }
  }
  return [...new Set(broken)];
})()`;

const WATCH_SHIFTS = `
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/** How much of what was seen has jumped since the page was opened; browsers call 0.1 good. */
export const layoutShiftOf = (page: Page): Promise<number> => page.evaluate<number>('window.layoutShift');

/** The script that the page has fetched, as it went over the wire. */
export const scriptBytesOf = (page: Page): Promise<number> =>
  page.evaluate<number>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );

/** Opens the rows of tables with this text where a row is one line. With columns there is nothing to open. */
export async function openRows(page: Page, text: string): Promise<void> {
  const rows = page.getByRole('row').filter({ hasText: text });
  await rows.first().waitFor();
  for (const row of await rows.all()) {
    const opens = row.locator('.opens[aria-expanded=false]').filter({ visible: true });
    if ((await opens.count()) > 0) await opens.click();
  }
}
