import assert from 'node:assert/strict';
import {readFile, writeFile} from 'node:fs/promises';
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

/** The server ends in the middle and comes back: a new login leads to the same place, with all that was typed. */
export async function restart({model, page, person, picture, clean, program}) {
  await put(program.project, 'docs/again.md', 'one\n');
  model.on('before the restart', reading('docs/again.md'), proposing(['docs/again.md', 1, 1, 'ONE']), {say: 'Done.'});
  await person.reviews('before the restart', '0 of 1 decided');
  await person.button('Accept').click();
  await person.sees('1 of 1 decided');
  await person.instruction.fill('half a sentence');
  const place = page.url();
  await program.stop();
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
  // A browser that keeps nothing.
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
}
