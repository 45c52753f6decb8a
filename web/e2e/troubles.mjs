import assert from 'node:assert/strict';
import {readFile, rm, writeFile} from 'node:fs/promises';
import {Person} from './browser.mjs';
import {proposing, reading} from './model.mjs';
import {put} from './project.mjs';
import {TOKEN} from './program.mjs';

/** A file that changed meanwhile: nothing is written, both sides are shown, and it runs again. */
export async function conflict({model, page, person, picture, clean, program}) {
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
  await person.button('Run again').click();
  await person.sees('0 of 1 decided');
  await shown.waitFor({state: 'detached'});
  await person.button('Accept').click();
  await person.sees('1 of 1 decided');
  await person.button('Apply').click();
  await person.sees('Wrote 1 hunk in 1 file.');
  assert.equal(await readFile(path, 'utf8'), 'ONE\nmiddle\nlast\n');
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
  await other.key('w');
  await second.page.getByLabel('Your name').fill('Ada');
  await second.page.keyboard.press('Enter');
  await other.button('Accept').first().click();
  await person.sees('1 of 2 decided');
  await page.locator('.hunk-row .tag', {hasText: 'Ada'}).waitFor();
  await person.sees('Ada: accept');
  await person.button('Reject').nth(1).click();
  await other.sees('2 of 2 decided');
  await other.button('Apply').click();
  await other.sees('Wrote 1 hunk in 1 file.');
  await person.sees('Applied by Ada.');
  assert.deepEqual(second.troubles, []);
  await elsewhere.close();
}

/** A proxy that lets no stream through: the page asks instead. */
export async function polling({model, page, person, context}) {
  model.on('slowly', {say: `${'One thing after the other. '.repeat(5)}All of it is told.`, pace: 300});
  await context.route('**/stream*', (route) => route.abort());
  await page.reload();
  await person.instruction.waitFor();
  await person.begins();
  await person.runs('slowly');
  await person.sees('asks every 2 s');
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
  const said = (of) => of.locator('.chat-item').allInnerTexts();
  await person.until(async () => JSON.stringify(await said(page)) === JSON.stringify(await said(fresh.page)), 'a fresh page shows the same');
  assert.deepEqual(fresh.troubles, []);
  await elsewhere.close();
}

/** More jobs than may run: the others wait in order, and can be ended from here. */
export async function queue({model, page, person}) {
  model.on('takes long', {say: 'I begin.', hang: true});
  for (let i = 0; i < 3; i++) {
    await person.begins();
    await person.runs('takes long');
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
export async function badInput({page, person, program, model}) {
  await page.goto(`${program.url}/#sess_unknown`);
  await page.reload();
  await person.sees('There is no session sess_unknown');
  await person.button('Dismiss').click();
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
export async function roots({model, page, person, picture, program}) {
  const other = `${program.folder}/other`;
  await put(other, 'there.md', 'one\n');
  const again = async (more) => {
    await program.stop();
    program.more = more;
    await program.start();
    await page.goto(`${program.url}/?token=${TOKEN}`);
    await person.instruction.waitFor();
  };
  await again([other]);
  model.on('elsewhere', reading('there.md'), proposing(['there.md', 1, 1, 'ONE']), {say: 'Done there.'});
  await person.key('l');
  await person.button('New session in other').click();
  await page.getByRole('treeitem', {name: 'there.md'}).waitFor();
  await person.runs('elsewhere');
  await person.sees('0 of 1 decided');
  const address = page.url();
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
  await person.sees(/is not served/);
  assert.equal(await person.button('Dismiss').count(), 1, 'it is told once');
  await person.button('Dismiss').click();
  await person.instruction.fill('still here');
  assert.equal(await person.instruction.inputValue(), 'still here');
  await person.instruction.fill('');
  await person.begins();
}
