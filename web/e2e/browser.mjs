import {chromium} from 'playwright-core';

/** Debian's Chromium without a head, and without anything that calls home. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Looks at a page from outside: everything that it should never do becomes a trouble. */
export async function watched(context, origin) {
  const page = await context.newPage();
  const troubles = [];
  await page.exposeFunction('tenonTrouble', (text) => troubles.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      window.tenonTrouble(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  page.on('console', (message) => {
    // A refusal, and a server that is away, are told by the browser itself.
    if (/Failed to load resource/.test(message.text())) return;
    // The editor says so when it needs more than five looks at a long text, and then it is right.
    if (/Measure loop restarted/.test(message.text())) return;
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) troubles.push(`asked ${request.url()}`);
  });
  // What the page has done last tells why it is not where it should be.
  const answers = [];
  page.on('response', (response) => {
    const request = response.request();
    if (request.method() === 'GET' && response.ok()) return;
    answers.push(`${request.method()} ${new URL(request.url()).pathname} ${response.status()}`);
    if (answers.length > 15) answers.shift();
  });
  page.on('popup', (other) => troubles.push(`opened ${other.url()}`));
  const leaving = {asked: 0, stays: false};
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') troubles.push(`a dialog: ${dialog.message()}`);
    else leaving.asked++;
    void (leaving.stays ? dialog.dismiss() : dialog.accept());
  });
  page.setDefaultTimeout(30_000);
  return {page, troubles, leaving, answers};
}

const ALONE_MILLIS = 330;

/** The page as a person uses it: by the names that a screen reader says. */
export class Person {
  constructor(page, url) {
    this.page = page;
    this.url = url;
    this.instruction = page.getByRole('textbox', {name: 'Instruction'});
    this.alone(page.keyboard);
  }

  /** As somebody who means a key presses it: not in the middle of a word. */
  alone(keyboard) {
    let last = 0;
    const {press, type} = keyboard;
    keyboard.press = async (key, ...more) => {
      const letter = key === 'Space' || key.replace('Shift+', '').length === 1;
      const wait = last + ALONE_MILLIS - Date.now();
      if (letter && wait > 0) await this.page.waitForTimeout(wait);
      await press.call(keyboard, key, ...more);
      if (letter) last = Date.now();
    };
    keyboard.type = async (...what) => {
      await type.apply(keyboard, what);
      last = Date.now();
    };
  }

  button(name) {
    return this.page.getByRole('button', {name, exact: true});
  }

  sees(text) {
    return this.page.getByText(text).first().waitFor();
  }

  async key(...keys) {
    await this.page.locator('.brand').click();
    // A dialog that is closing still has the keys.
    await this.page.waitForFunction(() => !document.querySelector('[role=dialog]'));
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async runs(instruction) {
    await this.instruction.fill(instruction);
    await this.instruction.press('Enter');
  }

  async begins() {
    const before = this.page.url();
    await this.button('New session').click();
    await this.page.waitForURL((now) => String(now) !== before);
    await this.page.locator('.session-title', {hasText: 'New session'}).first().waitFor();
  }

  /** A session of its own, with this instruction carried out up to the review. */
  async reviews(instruction, decided) {
    await this.begins();
    await this.runs(instruction);
    await this.sees(decided);
  }

  async until(what, said) {
    const end = Date.now() + 30_000;
    while (!(await what())) {
      if (Date.now() > end) throw new Error(`it did not happen: ${said}`);
      await this.page.waitForTimeout(50);
    }
  }
}
