import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {proposing, reading} from './model.mjs';
import {put} from './project.mjs';

const LINES = 5_000;
const FILES = 1_000;

/** A file of 5,000 lines with changes at both ends and in the middle. */
export async function lines({model, page, person, program}) {
  const text = Array.from({length: LINES}, (_, i) => `line ${i + 1} of a long file, with some words in it`).join('\n');
  await put(program.project, 'large/long.txt', `${text}\n`);
  const edit = (line) => ({
    edit_id: `e_${line}`, file_path: 'large/long.txt', operation: 'replace', start_line: line, end_line: line,
    new_text: `line ${line} is another`, expected_hash: hash(`line ${line} of a long file, with some words in it`),
  });
  model.on('at both ends', {call: ['propose_edits', {edits: [2, 2_500, 4_999].map(edit)}]}, {say: 'Done.'});
  await person.reviews('at both ends', '0 of 3 decided');
  await page.getByText('line 2 is another').first().waitFor();
  await person.key('n', 'n');
  await page.getByText('line 4999 is another').first().waitFor();
  await person.button('Accept all').click();
  await person.sees('3 of 3 decided');
  await person.button('Apply').click();
  await person.sees('Wrote 3 hunks in 1 file.');
}

/** A thousand files in one review. */
export async function files({model, page, person, program}) {
  const edits = [];
  for (let i = 0; i < FILES; i++) {
    const path = `many/folder-${i % 20}/file-${i}.txt`;
    await put(program.project, path, `one ${i}\n`);
    edits.push({edit_id: `e_${i}`, file_path: path, operation: 'replace', start_line: 1, end_line: 1, new_text: `ONE ${i}`, expected_hash: hash(`one ${i}`)});
  }
  model.on('everywhere', {call: ['propose_edits', {edits}]}, {say: 'Done.'});
  await person.reviews('everywhere', `0 of ${FILES} decided`);
  await page.locator('.changes-scroll').evaluate((list) => (list.scrollTop = list.scrollHeight));
  await page.locator('.changes-row').last().getByRole('button', {name: 'Accept', exact: true}).waitFor();
  assert.ok((await page.locator('.changes-row').count()) < 200, 'only what is in sight is in the document');
  await person.button('Accept all').click();
  await person.sees(`${FILES} of ${FILES} decided`);
  await person.button('Apply').click();
  await person.sees(`Wrote ${FILES} hunks in ${FILES} files.`);
  for (const i of [0, FILES - 1]) assert.equal(await readFile(`${program.project}/many/folder-${i % 20}/file-${i}.txt`, 'utf8'), `ONE ${i}\n`);
}

/** Where there is room for one panel, the panels are tabs. */
export async function narrow({model, page, person, picture, clean, program}) {
  await put(program.project, 'docs/narrow.md', 'one\n');
  model.on('in a narrow window', reading('docs/narrow.md'), proposing(['docs/narrow.md', 1, 1, 'ONE', 'Louder.']), {say: 'Done.'});
  await person.begins();
  await page.setViewportSize({width: 400, height: 780});
  await page.getByRole('tab', {name: 'Agent'}).click();
  await person.runs('in a narrow window');
  await person.sees('Waits for your review');
  await page.getByRole('tab', {name: 'Files 1 to decide'}).waitFor();
  await picture('narrow-agent');
  await clean('narrow, agent');
  // The arrows go from tab to tab, and one of them is in the order of the Tab key.
  await page.getByRole('tab', {name: 'Agent'}).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tab', {name: 'Files', selected: true}).waitFor();
  assert.equal(await page.locator('[role=tab][tabindex="0"]').count(), 1);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-files');
  await person.button('Accept').waitFor();
  await picture('narrow-files');
  await clean('narrow, files');
  await page.getByRole('tab', {name: 'Editor'}).click();
  await page.locator('.hunk-bar', {hasText: 'Louder.'}).waitFor();
  await picture('narrow-editor');
  // What was typed stays when the window crosses the width at which panels become tabs, and the result names its command.
  await page.getByLabel('Check command').fill('make -n test');
  await page.setViewportSize({width: 1280, height: 800});
  await page.getByRole('complementary', {name: 'Agent'}).waitFor();
  await page.setViewportSize({width: 400, height: 780});
  await page.getByRole('tab', {name: 'Editor'}).waitFor();
  assert.equal(await page.getByLabel('Check command').inputValue(), 'make -n test');
  await person.button('Run checks').click();
  await page.locator('.check-passed').waitFor();
  const fits = await page.locator('.check-head > *').evaluateAll((parts) => parts.every((part) => part.getBoundingClientRect().right <= 400 && part.clientWidth !== 1));
  assert.ok(fits, 'the result fits');
  assert.ok((await page.locator('.check-head code').boundingBox()).width > 60, 'and names its command');
  await picture('narrow-check');
  await clean('narrow, editor');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 400, `nothing is wider than the window: ${wide}`);
  await person.button('Accept all').click();
  await person.sees('1 of 1 decided');
  // A conflict has room as well: nothing lies upon anything else, and both sides are seen.
  await put(program.project, 'docs/narrow.md', 'uno\n');
  await person.button('Apply').click();
  const conflicts = page.getByRole('region', {name: 'Conflicts'});
  await conflicts.getByText('uno', {exact: true}).waitFor();
  const box = async (of) => of.boundingBox();
  const [bar, clash, code] = await Promise.all([box(page.locator('.review-bar')), box(conflicts), box(page.locator('.code'))]);
  assert.ok(bar.y + bar.height <= clash.y + 1 && clash.y + clash.height <= code.y + 1, `${JSON.stringify([bar, clash, code])}`);
  const sides = await box(conflicts.getByText('uno', {exact: true}));
  assert.ok(sides.y + sides.height <= clash.y + clash.height, 'both sides are in sight');
  await picture('narrow-conflict');
  await clean('narrow, conflict');
  await put(program.project, 'docs/narrow.md', 'one\n');
  await person.button('Apply').click();
  await person.sees('Wrote 1 hunk in 1 file.');
  await conflicts.waitFor({state: 'detached'});
  assert.equal(await page.getByText('Nothing was written. The editor shows both sides').count(), 0, 'what was told of it is gone, too');
  await page.setViewportSize({width: 1280, height: 800});
}

function hash(text) {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
