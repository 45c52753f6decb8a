import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {proposing, reading} from './model.mjs';
import {NOTES, put} from './project.mjs';

/** The whole review without the mouse. */
export async function byKey({model, page, person, picture, clean, program}) {
  model.on(
    'number the notes',
    reading('docs/notes.md', 'docs/plan.md'),
    proposing(['docs/notes.md', 1, 1, '1. note'], ['docs/notes.md', 12, 12, '12. note'], ['docs/plan.md', 1, 1, '1. a plan']),
    {say: 'Numbered.'},
  );
  await person.reviews('number the notes', '0 of 3 decided');
  const selected = () => page.locator('.hunk-row.hunk-selected .where').innerText();
  // Pressed as quickly as it goes, each letter decides about one hunk.
  const quickly = (letters) => page.locator('.brand').click().then(() => page.keyboard.type(letters, {delay: 60}));
  await quickly('aaa');
  await person.sees('3 of 3 decided');
  assert.equal(await page.locator('.dot-accepted').count(), 3);
  await page.waitForTimeout(400);
  await quickly('uuu');
  await person.sees('0 of 3 decided');
  // And different ones, where the focus is in the review.
  const first = page.locator('.hunk-row').first();
  const chooseFirst = async () => {
    await first.locator('.place').click();
    await person.until(async () => /hunk-selected/.test(await first.getAttribute('class')), 'the first is selected');
  };
  await chooseFirst();
  await page.keyboard.type('ara', {delay: 60});
  await person.sees('3 of 3 decided');
  const marks = () => page.locator('.hunk-row .dot').evaluateAll((dots) => dots.map((dot) => dot.className.slice(8, 9)).join(''));
  assert.equal(await marks(), 'ara');
  await page.waitForTimeout(400);
  await quickly('uuu');
  await person.sees('0 of 3 decided');
  await chooseFirst();
  // With Caps Lock, which no test can press: the letter is another, and the command the same.
  await page.waitForTimeout(400);
  await page.locator('body').evaluate((body) => body.dispatchEvent(new KeyboardEvent('keydown', {key: 'A', code: 'KeyA', bubbles: true, cancelable: true})));
  await person.sees('1 of 3 decided');
  await page.waitForTimeout(400);
  await page.keyboard.press('r');
  await person.sees('2 of 3 decided');
  await page.locator('.file-path strong', {hasText: 'plan.md'}).waitFor();
  await page.keyboard.press('u');
  await person.sees('1 of 3 decided');
  await page.keyboard.press('Shift+U');
  await person.sees('2 of 3 decided');
  await page.keyboard.press('Control+z');
  await person.sees('1 of 3 decided');
  await page.keyboard.press('Control+Shift+z');
  await person.sees('2 of 3 decided');
  await page.keyboard.press('[');
  await page.locator('.file-path strong', {hasText: 'notes.md'}).waitFor();
  await page.keyboard.press('n');
  const here = await selected();
  await page.keyboard.press('n');
  await person.until(async () => (await selected()) !== here, 'n goes to another hunk');
  // Said to those who do not see it.
  const said = () => page.locator('#selected-hunk').innerText();
  const place = (await page.locator('.hunk-row.hunk-selected .visually-hidden').innerText()).split(', ').slice(0, 3).join(', ');
  assert.ok((await said()).startsWith(`At ${place}`), `${await said()} is about ${place}`);
  await page.keyboard.press('p');
  await person.until(async () => (await selected()) === here, 'p goes back');
  await page.keyboard.press('x');
  await person.until(async () => !(await page.locator('.review-bar').innerText()).includes('2 of 3'), 'x takes a decision back');
  await page.keyboard.press('Shift+R');
  await person.sees('3 of 3 decided');
  const accepted = (count) =>
    person.until(async () => (await page.locator('.dot-accepted').count()) === count, `${count} are accepted`);
  await page.keyboard.press('Shift+A');
  await accepted(3);
  await page.getByRole('treeitem', {name: 'plan.md'}).click();
  await page.locator('.file-path strong', {hasText: 'plan.md'}).waitFor();
  await person.key('Shift+F');
  await accepted(2);
  await page.keyboard.press('f');
  await accepted(3);
  await page.keyboard.press('s');
  await page.locator('.cm-mergeView').waitFor();
  await page.keyboard.press('s');
  // Everything is in the palette and in the list of keys.
  await page.keyboard.press('?');
  await page.getByRole('dialog', {name: 'Keys'}).waitFor();
  await picture('keys');
  await clean('keys');
  await person.button('Close').click();
  await page.getByRole('dialog', {name: 'Keys'}).waitFor({state: 'detached'});
  // A sentence that was meant for a field decides about nothing.
  const looks = () => page.evaluate(() => [document.documentElement.dataset.theme, document.querySelector('.review-bar').innerText].join());
  const atFirst = await looks();
  await page.keyboard.type('typed by me, okay?', {delay: 40});
  await page.waitForTimeout(400);
  assert.equal(await looks(), atFirst);
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.keyboard.press('Control+k');
  await picture('palette');
  await clean('palette');
  await page.getByLabel('Find', {exact: true}).fill('dark');
  for (const theme of ['light', 'dark', 'as the system']) await page.getByRole('option', {name: `Theme: ${theme}`}).waitFor();
  // What has no key of its own is there, too: a mode, a model, a run.
  await page.getByLabel('Find', {exact: true}).fill('roll back everything of the run');
  await page.getByRole('option', {name: 'Roll back everything of the run: number the notes'}).waitFor();
  await page.getByLabel('Find', {exact: true}).fill('model: anthropic');
  await page.getByRole('option', {name: /^Model: anthropic/}).first().waitFor();
  await page.getByLabel('Find', {exact: true}).fill('hybrid');
  await page.keyboard.press('Enter');
  const mode = page.getByLabel('Mode', {exact: true});
  await person.until(async () => (await mode.inputValue()) === 'hybrid_auto', 'the mode is chosen');
  await page.keyboard.press('Shift+O');
  await person.until(async () => (await mode.inputValue()) === '', 'and the usual one again');
  await page.keyboard.press('Control+k');
  await page.getByLabel('Find', {exact: true}).fill('READ');
  await page.keyboard.press('Enter');
  await page.locator('.file-path strong', {hasText: 'README.md'}).waitFor();
  // Each press is the next of the three, and the third is the first again.
  const after = {auto: 'light', light: 'dark', dark: 'auto'};
  for (let press = 0; press < 3; press++) {
    const before = await page.evaluate(() => document.documentElement.dataset.theme);
    await page.keyboard.press('t');
    await person.until(async () => (await page.evaluate(() => document.documentElement.dataset.theme)) !== before, 't changes the theme');
    const [theme, scheme] = await page.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.documentElement).colorScheme]);
    assert.equal(theme, after[before]);
    if (theme !== 'auto') assert.equal(scheme, theme);
  }
  await page.keyboard.press('l');
  await page.getByRole('dialog', {name: 'Sessions'}).waitFor();
  await page.getByRole('searchbox', {name: 'Search sessions'}).fill('NOTES number');
  await person.until(async () => (await page.locator('.session-list li').count()) === 1, 'the server finds the session');
  await picture('sessions');
  await clean('sessions');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await person.sees('Wrote 3 hunks in 2 files.');
  assert.equal(await readFile(`${program.project}/docs/notes.md`, 'utf8'), NOTES.replace('note 1\n', '1. note\n').replace('note 12', '12. note'));
  // Put aside and taken up again.
  await person.key('Shift+X');
  await page.locator('.session-bar .tag', {hasText: 'archived'}).waitFor();
  await page.keyboard.press('Shift+X');
  await page.locator('.session-bar .tag').waitFor({state: 'detached'});
}

/** A whole review with nothing but the keyboard: Tab, Space and the keys. */
export async function keyboardAlone({model, page, person, program}) {
  await put(program.project, 'docs/alone.md', Array.from({length: 12}, (_, i) => `${i + 1}\n`).join(''));
  model.on('without a mouse', reading('docs/alone.md'), proposing(['docs/alone.md', 1, 1, 'one'], ['docs/alone.md', 12, 12, 'twelve']), {say: 'Done.'});
  const {keyboard} = page;
  await page.evaluate(() => document.activeElement.blur());
  const before = page.url();
  await keyboard.press('Shift+N');
  await page.waitForURL((now) => String(now) !== before);
  await keyboard.press('i');
  await keyboard.type('without a mouse');
  await keyboard.press('Enter');
  await person.sees('0 of 2 decided');
  await keyboard.press('Escape');
  // With Tab to the first Accept of the list: it says what it is about.
  const focused = () => page.evaluate(() => `${document.activeElement.innerText} ${document.activeElement.getAttribute('aria-description') ?? ''}`);
  for (let i = 0; i < 80 && !/^Accept hunk 1 of 2/.test(await focused()); i++) await keyboard.press('Tab');
  assert.match(await focused(), /^Accept hunk 1 of 2, docs\/alone\.md, line 1/);
  // The space right after a letter is one between two words, and all of this can be as quick as that.
  await page.waitForTimeout(400);
  await keyboard.press('Space');
  await person.sees('1 of 2 decided');
  await page.waitForTimeout(400);
  await keyboard.press('r');
  await person.sees('2 of 2 decided');
  await keyboard.press('Control+Enter');
  await person.sees('Wrote 1 hunk in 1 file.');
  assert.match(await readFile(`${program.project}/docs/alone.md`, 'utf8'), /^one\n2\n/);
}

/** Each action about a hunk with the mouse: in the list, in the editor, for a file, for all, back and forth. */
export async function byMouse({model, page, person, program}) {
  await put(program.project, 'docs/mouse.md', Array.from({length: 12}, (_, i) => `${i + 1}\n`).join(''));
  await put(program.project, 'docs/cat.md', 'a\n');
  model.on(
    'with the mouse',
    reading('docs/mouse.md', 'docs/cat.md'),
    proposing(['docs/cat.md', 1, 1, 'A'], ['docs/mouse.md', 1, 1, 'one'], ['docs/mouse.md', 12, 12, 'twelve']),
    {say: 'Done.'},
  );
  await person.reviews('with the mouse', '0 of 3 decided');
  const marks = async (wanted) =>
    person.until(
      async () =>
        (await page.locator('.hunk-row .dot').evaluateAll((dots) => dots.map((dot) => dot.className.slice(8, 9)).join(''))) === wanted,
      `the hunks are ${wanted}`,
    );
  await marks('ppp');
  await person.button('Accept').nth(0).click();
  await marks('app');
  await person.button('Reject').nth(0).click();
  await marks('rpp');
  await person.button('Undo').click();
  await marks('app');
  await person.button('Redo').click();
  await marks('rpp');
  // In the editor: the file is chosen in the list, its hunks have buttons.
  await page.locator('.file-row .path', {hasText: 'mouse.md'}).click();
  await person.button('Accept hunk 2').click();
  await marks('rap');
  await person.button('Reject hunk 3').click();
  await marks('rar');
  await person.button('Reject hunk 2').click();
  await marks('rrr');
  await person.button('Accept file docs/mouse.md').click();
  await marks('raa');
  await person.button('Reject file docs/mouse.md').click();
  await marks('rrr');
  // All are rejected: accepting all of them takes them again.
  await person.button('Accept all').click();
  await marks('aaa');
  await person.button('Reject all').click();
  await marks('rrr');
  const chosen = () => page.locator('.hunk-row.hunk-selected .visually-hidden').innerText();
  await page.locator('.hunk-row .place').nth(1).click();
  await person.until(async () => (await chosen()).includes('hunk 2 of 3'), 'a click selects');
  await person.button('Next hunk').click();
  await person.until(async () => (await chosen()).includes('hunk 3 of 3'), 'the next one');
  await person.button('Previous hunk').click();
  await person.until(async () => (await chosen()).includes('hunk 2 of 3'), 'the previous one');
  await person.button('Apply').click();
  await person.sees('Nothing was written.');
}
