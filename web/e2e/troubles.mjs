import assert from 'node:assert/strict';
import {mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {Person} from './browser.mjs';
import {proposing, reading} from './model.mjs';
import {put} from './project.mjs';
import {TOKEN} from './program.mjs';

/** A file that changed meanwhile: nothing is written, both sides are shown, and it runs again. */
export async function conflict({browser, model, page, person, picture, clean, program, watched}) {
  const path = `${program.project}/docs/clash.md`;
  await put(program.project, 'docs/clash.md', 'one\nmiddle\nlast\n');
  model.on('shout at the clash', reading('docs/clash.md'), proposing(['docs/clash.md', 1, 1, 'ONE']), {say: 'Done.'});
  await person.reviews('shout at the clash', '0 of 1 decided');
  await writeFile(path, 'uno\nmiddle\nlast\n');
  await person.button('Accept all').click();
  await person.sees('1 of 1 decided');
  await person.button('Apply').click();
  const shown = page.getByRole('region', {name: 'Conflicts'});
  await shown.getByText('uno', {exact: true}).waitFor();
  await shown.getByText('ONE', {exact: true}).waitFor();
  await person.sees('Nothing was written.');
  assert.equal(await readFile(path, 'utf8'), 'uno\nmiddle\nlast\n');
  await person.button('Dismiss').first().click();
  await picture('conflict');
  await clean('conflict');
  // Also after a reload, and for somebody else.
  await page.reload();
  await shown.getByText('uno', {exact: true}).waitFor();
  const second = await elsewhere(browser, watched, program, page.url());
  await second.page.getByRole('region', {name: 'Conflicts'}).getByText('uno', {exact: true}).waitFor();
  // Running again drops a decision, so it is asked about.
  await person.button('Run again').click();
  await page.getByRole('dialog', {name: 'Run the job again?'}).getByText('1 decision about its hunks').waitFor();
  await clean('a question before running again');
  await person.button('Go back').click();
  await shown.waitFor();
  await person.button('Run again').click();
  await person.button('Drop it and run again').click();
  await person.sees('0 of 1 decided');
  await shown.waitFor({state: 'detached'});
  await person.button('Accept').click();
  await person.sees('1 of 1 decided');
  await person.button('Apply').click();
  await person.sees('Wrote 1 hunk in 1 file.');
  assert.equal(await readFile(path, 'utf8'), 'ONE\nmiddle\nlast\n');
  // The first run did not go wrong: it was run again.
  await person.key('h');
  await page.getByRole('region', {name: 'Runs'}).getByText(/· run again ·/).waitFor();
  await person.key('v');
  // What others do after the review is seen, too: typed edits, and what they write.
  // It looks every few seconds: what it has not seen yet nobody may type over.
  await second.page.getByText('Applied by').waitFor();
  await second.page.locator('.code .cm-line', {hasText: /^ONE$/}).first().waitFor();
  await second.person.key('e');
  await second.page.locator('.cm-content[contenteditable=true]').click();
  await second.page.keyboard.press('Control+Home');
  await second.page.keyboard.type('mi');
  await page.locator('.code .cm-line', {hasText: 'miONE'}).first().waitFor();
  // Now it is compared with the disk, and the caret stays where it was typed.
  await second.page.locator('.cm-changedLine', {hasText: 'miONE'}).waitFor();
  await second.page.keyboard.type('ne ');
  await page.locator('.code .cm-line', {hasText: 'mine ONE'}).first().waitFor();
  // A save that stands against the disk, without a job: both sides, and a way out for each.
  await second.page.keyboard.press('Escape');
  await writeFile(path, 'theirs\nmiddle\nlast\n');
  await person.key('Control+s');
  await shown.getByText('theirs', {exact: true}).waitFor();
  await picture('conflict-save');
  await clean('a save that stands against the disk');
  await shown.getByRole('button', {name: 'Put mine over it'}).click();
  await shown.waitFor({state: 'detached'});
  await person.button('Save').click();
  await person.until(async () => (await readFile(path, 'utf8')) === 'mine ONE\nmiddle\nlast\n', 'it is put over it');
  await second.page.getByRole('region', {name: 'Conflicts'}).waitFor({state: 'detached'});
  await second.page.getByLabel('Commands').selectOption('ask');
  await person.until(async () => (await page.getByLabel('Commands').inputValue()) === 'ask', 'what is allowed is told to the other tab');
  assert.deepEqual(second.troubles, []);
  await second.context.close();
  await person.key('Escape', 'Escape', 'Escape');
}

/** Somebody else with the same session. */
async function elsewhere(browser, watched, program, address) {
  const context = await browser.newContext({viewport: {width: 1280, height: 800}});
  const {page, troubles} = await watched(context, program.url);
  const person = new Person(page, program.url);
  await page.goto(`${program.url}/?token=${TOKEN}`);
  await person.instruction.waitFor();
  await page.goto(address);
  return {context, page, person, troubles};
}

/** A tab that nobody looks at holds no connection; looked at again, it has everything. */
export async function hidden({model, page, person}) {
  model.on('unseen', {say: 'I begin.', call: ['list_files', {prefix: 'docs'}]}, {say: `${'Word after word. '.repeat(5)}Nobody saw this.`, pace: 300});
  const streams = new Set();
  page.on('request', (request) => /\/stream$/.test(request.url()) && streams.add(request));
  const gone = (request) => streams.delete(request);
  page.on('requestfinished', gone);
  page.on('requestfailed', gone);
  await person.begins();
  await person.runs('unseen');
  await person.sees('I begin.');
  const look = (state) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', {configurable: true, get: () => now});
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await person.until(() => streams.size === 1, 'one stream is open');
  await look('hidden');
  await person.until(() => streams.size === 0, 'it is let go');
  assert.match(await page.locator('.job').innerText(), /Works/, 'nothing is heard meanwhile');
  await look('visible');
  await person.sees('Nobody saw this.');
  await person.until(async () => (await page.locator('.job').innerText()).includes('Done'), 'the end is heard');
  assert.equal(await page.getByText('Nobody saw this.').count(), 1);
  page.removeAllListeners('requestfinished');
  page.removeAllListeners('requestfailed');
}

/** Another tab, and another person in it: both see what the other decides, and who it was. */
export async function twoTabs({browser, model, page, person, program, watched}) {
  await put(program.project, 'docs/two.md', 'one\n2\n3\n4\n5\n6\n7\n8\n9\nten\n');
  model.on(
    'for two',
    reading('docs/two.md'),
    proposing(['docs/two.md', 1, 1, 'ONE'], ['docs/two.md', 10, 10, 'TEN']),
    {say: 'Done.'},
  );
  await person.reviews('for two', '0 of 2 decided');
  const elsewhere = await browser.newContext({viewport: {width: 1280, height: 800}});
  const second = await watched(elsewhere, program.url);
  const other = new Person(second.page, program.url);
  await second.page.goto(`${program.url}/?token=${TOKEN}`);
  await other.instruction.waitFor();
  await second.page.goto(page.url());
  await second.page.reload();
  await other.sees('0 of 2 decided');
  // Who asked is told apart as well.
  await page.locator('.said-user .who', {hasText: 'You'}).waitFor();
  await second.page.locator('.said-user .who', {hasText: /^Chrome on Linux \([0-9a-f]{4}\)$/}).waitFor();
  await other.key('w');
  await second.page.getByLabel('Your name').fill('Ada');
  await second.page.keyboard.press('Enter');
  await other.button('Accept').first().click();
  await person.sees('1 of 2 decided');
  await page.locator('.hunk-row .tag', {hasText: 'Ada'}).waitFor();
  await person.sees('Ada: accept');
  await page.locator('.hunk-bar', {hasText: 'accepted by Ada'}).waitFor();
  await page.reload();
  await page.locator('.hunk-row .tag', {hasText: 'Ada'}).waitFor();
  await page.locator('.hunk-bar', {hasText: 'accepted by Ada'}).waitFor();
  await person.button('Reject').nth(1).click();
  await other.sees('2 of 2 decided');
  // Whoever said no name is told apart by the browser, and is "you" at home.
  await page.locator('.hunk-bar', {hasText: 'rejected by you'}).waitFor();
  await second.page.locator('.hunk-bar', {hasText: /rejected by Chrome on Linux \([0-9a-f]{4}\)/}).waitFor();
  await other.sees(/^Chrome on Linux \([0-9a-f]{4}\): reject$/);
  await other.button('Apply').click();
  await other.sees('Wrote 1 hunk in 1 file.');
  await person.sees('Applied by Ada.');
  assert.deepEqual(second.troubles, []);
  await elsewhere.close();
}

/** A proxy that lets no stream through: the page asks instead. */
export async function polling({clean, model, page, person, context}) {
  model.on('slowly', {say: `${'One thing after the other. '.repeat(5)}All of it is told.`, pace: 300});
  await context.route('**/stream*', (route) => route.abort());
  await page.reload();
  await person.instruction.waitFor();
  await person.begins();
  await person.runs('slowly');
  await person.sees('asks every 2 s');
  await clean('no stream comes through');
  await person.sees('All of it is told.');
  await person.sees('Done');
  await context.unroute('**/stream*');
}

/** The machine sleeps while a job works: what happened meanwhile is there, once. */
export async function sleep({model, page, person, context}) {
  model.on('while asleep', {say: 'I begin.', call: ['list_files', {prefix: 'docs'}]}, {say: 'It is done by now.', pace: 150});
  await person.begins();
  await person.runs('while asleep');
  await person.sees('I begin.');
  await context.setOffline(true);
  await person.until(async () => /reconnecting|cannot be reached/.test(await page.locator('.connection').innerText()), 'the page notices');
  await context.setOffline(false);
  await person.sees('It is done by now.');
  await person.until(async () => (await page.locator('.job').innerText()).includes('Done'), 'the end is heard');
  assert.equal(await page.getByText('I begin.').count(), 1);
  assert.equal(await page.getByText('It is done by now.').count(), 1);
}

/** The connection breaks again and again: what is seen in the end is what a fresh page shows. */
export async function reconnects({browser, context, model, page, person, program, watched}) {
  model.on(
    'over a bad line',
    {say: 'I begin.', ...reading('docs/plan.md')},
    {say: 'I go on.', call: ['list_files', {prefix: 'docs'}], pace: 40},
    {say: `${'And on. '.repeat(20)}It is done by now.`, pace: 40},
  );
  await person.begins();
  await person.runs('over a bad line');
  await person.sees('I begin.');
  let seed = 7;
  const next = () => (seed = (seed * 1664525 + 1013904223) % 4294967296) / 4294967296;
  for (let i = 0; i < 5; i++) {
    await context.setOffline(true);
    await page.waitForTimeout(next() * 300);
    await context.setOffline(false);
    await page.waitForTimeout(next() * 400);
  }
  await person.sees('It is done by now.');
  await person.until(async () => (await page.locator('.job').innerText()).includes('Done'), 'the end is heard');
  const elsewhere = await browser.newContext({viewport: {width: 1280, height: 800}});
  const fresh = await watched(elsewhere, program.url);
  await fresh.page.goto(`${program.url}/?token=${TOKEN}`);
  await new Person(fresh.page, program.url).instruction.waitFor();
  await fresh.page.goto(page.url());
  await fresh.page.reload();
  // But for who asked: that is "you" at home, and the browser elsewhere.
  const said = async (of) => (await of.locator('.chat-item').allInnerTexts()).map((text) => text.replace(/^(You|Chrome on Linux \(\w+\))\n/, ''));
  await person.until(async () => JSON.stringify(await said(page)) === JSON.stringify(await said(fresh.page)), 'a fresh page shows the same');
  assert.deepEqual(fresh.troubles, []);
  await elsewhere.close();
}

/** More jobs than may run: the others wait in order, and can be ended from here. */
export async function queue({model, page, person, picture, clean}) {
  model.on('takes long', {say: 'I begin.', hang: true});
  model.on('looks long', {say: 'I begin.', call: ['list_files', {prefix: 'docs'}]}, {hang: true});
  // In one session: in the order in which they were sent, and each can be called off.
  model.on('the second', {say: 'The second is done.'});
  model.on('the third', {status: 400, message: 'no third'});
  model.on('the fourth', {say: 'The fourth is done.'});
  await person.begins();
  await person.runs('takes long');
  await person.until(async () => (await page.locator('.job').innerText()).includes('Works'), 'it has begun');
  const line = page.getByRole('region', {name: 'Waiting in this session'});
  for (const instruction of ['the second', 'never', 'the third', 'the fourth']) {
    await person.runs(instruction);
    await line.getByText(instruction, {exact: true}).waitFor();
  }
  await picture('line');
  await clean('four wait');
  // Whoever wants less motion sees none, though a job is at work.
  const moving = () => page.evaluate(() => document.getAnimations().filter((each) => each.playState === 'running').length);
  assert.ok((await moving()) > 0, 'a job at work is seen to be');
  await page.emulateMedia({reducedMotion: 'reduce'});
  assert.equal(await moving(), 0, 'nothing moves');
  await page.emulateMedia({reducedMotion: 'no-preference'});
  await page.reload();
  await person.until(
    async () => (await line.locator('.session-title').allInnerTexts()).join() === 'the second,never,the third,the fourth',
    'they are in order, also after a reload',
  );
  await person.button('Cancel never').click();
  await line.getByText('never', {exact: true}).waitFor({state: 'detached'});
  await page.locator('.job').getByRole('button', {name: 'Cancel'}).click();
  await person.sees('The second is done.');
  // The third fails: the fourth may build on it, so a person decides.
  await person.sees('Failed (');
  await clean('a failed job');
  await line.getByText('The job before failed').waitFor();
  await person.button('Go on with the fourth').click();
  await person.sees('The fourth is done.');
  await line.waitFor({state: 'detached'});
  for (let i = 0; i < 3; i++) {
    await person.begins();
    await person.runs(i < 2 ? 'looks long' : 'takes long');
    const words = i < 2 ? 'Works' : 'no. 1 in the queue';
    await person.until(async () => (await page.locator('.job').innerText()).includes(words), words);
  }
  await person.begins();
  await person.runs('takes long');
  await person.sees('Waits for its turn, no. 2 in the queue');
  const others = page.locator('.queue');
  await others.getByText('3 other jobs').waitFor();
  await others.getByText('2 at work · 1 queued').waitFor();
  await others.locator('summary').click();
  // Those at work tell how far they are, though nobody follows them here.
  await person.until(async () => (await others.locator('li', {hasText: '1 of 12 calls'}).count()) === 2, 'both have made a call');
  await others.locator('li', {hasText: 'no. 1'}).getByRole('button', {name: 'Cancel'}).click();
  await others.getByText('2 other jobs').waitFor();
  await person.until(async () => (await page.locator('.job').innerText()).includes('no. 1'), 'it moves up');
  for (let left = 1; left >= 0; left--) {
    await others.getByRole('button', {name: 'Cancel'}).first().click();
    if (left > 0) await others.getByText('1 other job').waitFor();
    else await others.waitFor({state: 'detached'});
  }
  await person.until(async () => (await page.locator('.job').innerText()).includes('Works'), 'its turn has come');
  await page.locator('.job').getByRole('button', {name: 'Cancel'}).click();
  await person.sees('Cancelled');
  await person.sees('The job was ended before it was done.');
}

/** The server ends in the middle and comes back: a new login leads to the same place, with all that was typed. */
export async function restart({model, page, person, picture, clean, program}) {
  await put(program.project, 'docs/again.md', 'one\n');
  model.on('before the restart', reading('docs/again.md'), proposing(['docs/again.md', 1, 1, 'ONE']), {say: 'Done.'});
  await person.reviews('before the restart', '0 of 1 decided');
  await person.button('Accept').click();
  await person.sees('1 of 1 decided');
  await person.instruction.fill('half a sentence');
  const place = page.url();
  // It is killed while a check runs: the check is told to be interrupted.
  await page.getByLabel('Check command').fill('make slow');
  await person.button('Run checks').click();
  await page.locator('.check-result').getByText('begun').waitFor();
  await program.stop('SIGKILL');
  await person.until(async () => /reconnecting|cannot be reached/.test(await page.locator('.connection').innerText()), 'the page notices');
  await program.start();
  await page.getByRole('dialog', {name: 'Sign in again'}).waitFor();
  await picture('sign-in');
  await clean('signed out');
  await page.getByLabel('Token').fill('not the token at all');
  await person.button('Sign in').click();
  await person.sees('That is not the token of this server.');
  await page.getByLabel('Token').fill(TOKEN);
  await person.button('Sign in').click();
  await page.getByRole('dialog', {name: 'Sign in again'}).waitFor({state: 'detached'});
  assert.equal(page.url(), place);
  assert.equal(await person.instruction.inputValue(), 'half a sentence');
  await person.sees('1 of 1 decided');
  await page.locator('.check-interrupted').waitFor();
  await person.sees('the server ended while the check ran');
  await person.button('Apply').click();
  await person.sees('Wrote 1 hunk in 1 file.');
  assert.equal(await readFile(`${program.project}/docs/again.md`, 'utf8'), 'ONE\n');
  await person.instruction.fill('');
}

/** What nobody should send: a sentence that says what happened, and nothing is lost. */
export async function badInput({clean, page, person, program, model}) {
  await page.goto(`${program.url}/overview`);
  await page.goto(`${program.url}/#sess_unknown`);
  await person.sees('There is no session sess_unknown');
  await person.button('Dismiss').click();
  // Another address in the same page: an unknown job, and one that is.
  const here = page.url();
  await page.evaluate(() => (location.hash = 'job_unknown'));
  await person.sees('There is no job job_unknown');
  await person.button('Dismiss').click();
  assert.equal(page.url(), here);
  const {sessions} = await page.evaluate(() => fetch('/api/agent/sessions').then((answer) => answer.json()));
  const old = sessions.find((session) => session.last_job_id && !here.endsWith(session.session_id));
  await page.evaluate((id) => (location.hash = id), old.last_job_id);
  await page.waitForURL(`${program.url}/#${old.session_id}`);
  await person.begins();
  // A server that does not answer at first: the page says so, and begins when it does.
  await page.route('**/api/agent/settings', (route) => route.abort());
  await page.reload();
  await page.getByRole('heading', {name: 'The page could not begin'}).waitFor();
  await clean('the page could not begin');
  await page.unroute('**/api/agent/settings');
  await person.button('Try again').click();
  await person.instruction.waitFor();
  // An address at which nothing is: a sentence, and the way on.
  await page.goto(`${program.url}/sess_unknown/jobs`);
  await person.sees('There is nothing at /sess_unknown/jobs');
  await clean('a wrong address');
  await page.getByRole('link', {name: 'Open the review page'}).click();
  await person.instruction.waitFor();
  // A binary file that is dropped beside an instruction.
  const drop = (name, bytes) =>
    page.locator('.instruction-box').evaluate(
      (box, [file, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(content)], file));
        box.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: data}));
      },
      [name, bytes],
    );
  await person.instruction.fill('what I typed');
  await drop('picture.png', [0x89, 0x50, 0, 0xff]);
  await person.sees('picture.png is not text in UTF-8');
  await person.button('Dismiss').click();
  await drop('note.txt', [104, 105]);
  await page.getByRole('list', {name: 'Context'}).getByText('note.txt').waitFor();
  await person.button('Remove note.txt').click();
  assert.equal(await person.instruction.inputValue(), 'what I typed');
  // More than the server takes: the instruction is still here.
  const long = 'x'.repeat(400_000);
  await person.instruction.fill(long);
  await person.instruction.press('Enter');
  await person.sees(/larger than|too large|at most/);
  await person.button('Dismiss').click();
  assert.equal((await person.instruction.inputValue()).length, long.length);
  // A browser whose storage is full.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  model.on('without storage', {say: 'It works all the same.'});
  await person.runs('without storage');
  await person.sees('It works all the same.');
  // A file that is gone when it is opened.
  await put(program.project, 'docs/gone.md', 'x\n');
  await page.reload();
  await person.sees('It works all the same.');
  await page.getByRole('treeitem', {name: 'docs', exact: true}).click();
  const row = page.getByRole('treeitem', {name: 'gone.md'});
  await row.waitFor();
  await rm(`${program.project}/docs/gone.md`);
  await row.click();
  await page.locator('.welcome', {hasText: 'There is no file docs/gone.md'}).waitFor();
  await page.getByRole('treeitem', {name: 'README.md'}).click();
  await page.locator('.file-path strong', {hasText: 'README.md'}).waitFor();
}

/** A browser that forbids its storage: the page is whole, and forgets with the visit. */
export async function forbidden({browser, model, program, watched}) {
  const context = await browser.newContext({viewport: {width: 1280, height: 800}});
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
  const {page, troubles} = await watched(context, program.url);
  const person = new Person(page, program.url);
  await page.goto(`${program.url}/?token=${TOKEN}`);
  await person.instruction.waitFor();
  model.on('with storage forbidden', {say: 'Nothing was kept.'});
  await person.begins();
  await person.key('t');
  await person.until(() => page.evaluate(() => document.documentElement.dataset.theme === 'light'), 't changes the theme');
  await person.runs('with storage forbidden');
  await person.sees('Nothing was kept.');
  assert.deepEqual(troubles, []);
  await context.close();
}

/** A session of another folder in the address, and what is said when that folder is no longer served. */
export async function roots({clean, model, page, person, picture, program}) {
  const other = `${program.folder}/other`;
  await put(other, 'there.md', 'one\n');
  const again = async (more) => {
    await program.stop();
    program.more = more;
    await program.start();
    await page.goto(`${program.url}/?token=${TOKEN}`);
    await person.instruction.waitFor();
  };
  const bare = `${program.folder}/bare`;
  await mkdir(bare, {recursive: true});
  await again([other, bare]);
  await person.key('l');
  await person.button('New session in bare').click();
  await person.sees('The project has no files yet.');
  model.on('elsewhere', reading('there.md'), proposing(['there.md', 1, 1, 'ONE']), {say: 'Done there.'});
  await person.key('l');
  await person.button('New session in other').click();
  await page.getByRole('treeitem', {name: 'there.md'}).waitFor();
  await person.runs('elsewhere');
  await person.sees('0 of 1 decided');
  const address = page.url();
  const job = await page.evaluate(async (id) => (await (await fetch(`/api/agent/sessions/${id}`)).json()).last_job_id, address.split('#')[1]);
  // From another place the address leads back to that folder and its review.
  await page.goto(`${program.url}/`);
  await page.reload();
  await person.instruction.waitFor();
  await page.goto(address);
  await page.reload();
  await person.sees('0 of 1 decided');
  await page.locator('.project', {hasText: 'other'}).waitFor();
  await picture('other-root');
  await again([]);
  await page.goto(address);
  await page.reload();
  const unserved = page.getByRole('heading', {name: 'The folder of this session is not served'});
  await unserved.waitFor();
  // So it is by the address of its job, also where another session is open.
  await person.begins();
  await unserved.waitFor({state: 'detached'});
  const here = page.url();
  await person.instruction.fill('what I typed');
  await page.evaluate((id) => (location.hash = id), job);
  // What was said can be read; what would be refused is not offered, and the way out is.
  await unserved.waitFor();
  await page.getByRole('log').getByText('Done there.').waitFor();
  for (const name of ['Accept', 'Apply', 'Run checks', 'Run again', 'Dismiss']) assert.equal(await person.button(name).count(), 0, name);
  await picture('unserved');
  await clean('a folder that is not served');
  await page.goto(here);
  await person.until(async () => (await person.instruction.inputValue()) === 'what I typed', 'nothing that was typed is lost');
  await person.instruction.fill('still here');
  assert.equal(await person.instruction.inputValue(), 'still here');
  await person.instruction.fill('');
  await person.begins();
}
