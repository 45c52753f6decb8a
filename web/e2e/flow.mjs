// From the token to the saved file, as a person does it: node flow.mjs URL TOKEN PROJECT PICTURES
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {open} from './browser.mjs';

const [url, token, project, pictures] = process.argv.slice(2);
const {browser, page, troubles} = await open({colorScheme: 'light'});
const button = (name) => page.getByRole('button', {name, exact: true});
const instruction = page.getByRole('textbox', {name: 'Instruction'});
const picture = (name) => page.screenshot({path: `${pictures}/${name}.png`});
const decided = (text) => page.getByText(text, {exact: false}).first().waitFor();
const onDisk = (path) => readFile(`${project}/${path}`, 'utf8');

try {
  // The way in: without the token a form, with it the page, and the token leaves the address.
  await page.goto(url);
  await page.getByLabel('Token').fill(token);
  await button('Sign in').click();
  await instruction.waitFor();
  assert.ok(!page.url().includes(token));
  assert.deepEqual(
    // The way in is a 401, which a browser tells in its console.
    troubles.splice(0).filter((text) => !text.includes('401')),
    [],
  );

  // An instruction becomes hunks.
  await instruction.fill('fix the typos');
  await instruction.press('Enter');
  await button('Accept').first().waitFor();
  assert.equal(await button('Accept').count(), 3);
  assert.equal(await button('Reject').count(), 3);
  await decided('0 of 3 decided');
  await page.getByText('I fixed the typos').waitFor();
  assert.equal(await page.locator('.chat img, .chat script').count(), 0);
  assert.equal(await page.locator('.hunk-bar').count(), 2, 'the hunks of the open file are marked in it');
  await picture('review-light');
  await page.emulateMedia({colorScheme: 'dark'});
  await picture('review-dark');
  await page.emulateMedia({colorScheme: 'light'});

  // By mouse in the list, by key on what is selected, and back.
  await button('Accept').nth(0).click();
  await decided('1 of 3 decided');
  await page.locator('.file-bar').click();
  await page.keyboard.press('r');
  await decided('2 of 3 decided');
  await page.keyboard.press('u');
  await decided('1 of 3 decided');
  await page.keyboard.press('Shift+U');
  await decided('2 of 3 decided');
  assert.equal(await button('Accept').nth(0).getAttribute('aria-pressed'), 'true');
  assert.equal(await button('Reject').nth(1).getAttribute('aria-pressed'), 'true');
  assert.match(await button('Reject').nth(1).getAttribute('aria-description'), /hunk 2 of 3, a\.md, line 12/);
  assert.equal(await onDisk('a.md'), `teh\n${'line\n'.repeat(10)}poeple\n`, 'nothing is written yet');

  // Side by side, and in a narrow window as tabs.
  await button('Side by side').click();
  await page.locator('.cm-mergeView').waitFor();
  await picture('side-by-side');
  await button('Inline').click();
  await page.setViewportSize({width: 800, height: 600});
  await page.getByRole('tab', {name: 'Editor'}).click();
  await picture('narrow');
  await page.getByRole('tab', {name: 'Agent'}).click();
  await picture('narrow-agent');
  await page.setViewportSize({width: 1280, height: 800});

  // A reload loses nothing.
  await page.reload();
  await decided('2 of 3 decided');

  // The keys are listed, and the palette finds a file.
  await page.locator('.brand').click();
  await page.keyboard.press('?');
  await page.getByRole('dialog', {name: 'Keys'}).waitFor();
  await picture('keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByLabel('Find').fill('b.md');
  await page.keyboard.press('Enter');
  await page.locator('.file-bar strong', {hasText: 'b.md'}).waitFor();

  // What is not decided is asked about; then it is written, and only what was accepted.
  await button('Apply').click();
  await page.getByRole('dialog', {name: '1 of 3 hunks are not decided'}).waitFor();
  await button('Go back').click();
  await button('Reject').nth(2).click();
  await decided('3 of 3 decided');
  await button('Apply').click();
  await page.getByText('Wrote 1 hunk in 1 file.').waitFor();
  assert.equal(await onDisk('a.md'), `the\n${'line\n'.repeat(10)}poeple\n`);
  assert.equal(await onDisk('b.md'), 'one\n');

  // The person's own edit, written by Ctrl+S.
  await page.getByRole('treeitem', {name: 'b.md'}).click();
  await page.locator('.file-bar strong', {hasText: 'b.md'}).waitFor();
  await button('Edit').click();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('typed');
  await page.keyboard.press('Control+s');
  // There may be no badge yet: what counts is the file.
  for (let i = 0; i < 200 && (await onDisk('b.md')) !== 'one\ntyped'; i++) {
    await page.waitForTimeout(50);
  }
  assert.equal(await onDisk('b.md'), 'one\ntyped');

  assert.deepEqual(troubles, [], 'nothing was refused by the policy, nothing failed');
  console.log('the flow is whole');
} catch (failed) {
  await picture('failed');
  console.log(await page.locator('body').ariaSnapshot());
  console.log(troubles);
  throw failed;
} finally {
  await browser.close();
}
