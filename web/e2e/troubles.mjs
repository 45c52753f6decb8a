// Questions, conflicts, cancelling, two tabs: node troubles.mjs URL TOKEN PROJECT PICTURES
import assert from 'node:assert/strict';
import {readFile, writeFile} from 'node:fs/promises';
import {open} from './browser.mjs';

const [url, token, project, pictures] = process.argv.slice(2);
const {browser, context, page, troubles} = await open({colorScheme: 'dark'});
const button = (name, on = page) => on.getByRole('button', {name, exact: true});
const instruction = page.getByRole('textbox', {name: 'Instruction'});
const picture = (name) => page.screenshot({path: `${pictures}/${name}.png`});
const text = (words, on = page) => on.getByText(words).first().waitFor();
const run = async (words) => {
  await instruction.fill(words);
  await instruction.press('Enter');
};

try {
  await page.goto(`${url}/?token=${token}`);
  await instruction.waitFor();
  await page.goto(`${url}/#sess_unknown`);
  await page.reload();
  await text('There is no session sess_unknown');
  await button('Dismiss').click();

  // A question is answered in the page, and the job goes on.
  await run('ask me');
  await text('Which tone?');
  await text('Waits for your answer');
  await picture('question-dark');
  await page.getByRole('textbox', {name: 'Answer'}).fill('kind');
  await button('Answer').click();
  await text('Understood.');
  await text('You answered: kind');

  // A file that changed meanwhile: nothing is written, both are told, and it runs again.
  await run('shout');
  await button('Accept').first().waitFor();
  await writeFile(`${project}/b.md`, 'one\ntwo\n');
  await button('Accept all').click();
  await text('1 of 1 decided');
  await button('Apply').click();
  await text('b.md has changed on the disk since it was staged.');
  await text('Nothing was written.');
  await picture('conflict-dark');
  assert.equal(await readFile(`${project}/b.md`, 'utf8'), 'one\ntwo\n');
  // A refusal is a 409, which a browser tells in its console.
  assert.deepEqual(troubles.splice(0).filter((words) => !words.includes('409')), []);
  await button('Dismiss').click();
  await button('Run again').click();
  await text('0 of 1 decided');

  // Another tab sees the decision, and what it decides is seen here.
  const other = await context.newPage();
  await other.goto(url);
  await text('0 of 1 decided', other);
  await button('Accept').click();
  await text('1 of 1 decided', other);
  await button('Apply', other).click();
  await text('Wrote 1 hunk in 1 file.', other);
  await text('Applied.');
  assert.equal(await readFile(`${project}/b.md`, 'utf8'), 'ONE\ntwo\n');
  await other.close();

  // A job that never ends is ended by the person.
  await run('hang');
  await text('Works');
  await button('Cancel').click();
  await text('Failed (cancelled)');
  assert.deepEqual(troubles, []);
  console.log('the flow is whole');
} catch (failed) {
  await picture('failed');
  console.log(await page.locator('body').ariaSnapshot());
  console.log(troubles);
  throw failed;
} finally {
  await browser.close();
}
