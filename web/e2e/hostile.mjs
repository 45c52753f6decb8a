import assert from 'node:assert/strict';
import {put} from './project.mjs';

const HTML = '<img src=x onerror="window.pwned=1"><script>window.pwned=2</script><svg/onload=window.pwned=3>';
const WORDS = [
  HTML,
  '[a link](javascript:window.pwned=4) [another](data:text/html,<script>window.pwned=5</script>) <javascript:window.pwned=6>',
  '![a picture](https://example.invalid/x.png) ![one more](x" onerror="window.pwned=7)',
  '"><iframe srcdoc="<script>parent.pwned=8</script>"></iframe><base href="https://example.invalid/">',
  '<form action="https://example.invalid"><button autofocus>Apply</button></form><meta http-equiv="refresh" content="0;url=https://example.invalid">',
  '</style><style>*{display:none}</style></textarea></title><a href="vbscript:x">x</a>',
  '\u202e\u001b[31m\u001b]8;;javascript:window.pwned=9\u0007text\u001b]8;;\u0007',
];
const NAME = `<img src=x onerror=window.pwned=10> & "quotes'.md`;

/** Words that would like to be a program, in every place where words of others are shown. */
export async function words({model, page, person, program}) {
  const text = `${WORDS.join('\n')}\n`;
  await put(program.project, NAME, text);
  const url = page.url().split('#')[0];
  const instruction = `${HTML} please`;
  model.on(
    instruction,
    {say: text, calls: [['read_file', {file_path: NAME}], ['search_project', {query: 'pwned'}], ['read_file', {file_path: `none ${HTML}`}]]},
    {call: ['clarify_user', {question: HTML, choices: [HTML.slice(0, 100), 'javascript:window.pwned=11']}]},
    {
      call: [
        'propose_edits',
        {edits: [{edit_id: `e_${HTML}`.slice(0, 60), file_path: NAME, operation: 'replace', start_line: 1, end_line: 1, new_text: `${HTML} changed`, rationale: HTML}]},
      ],
    },
    {say: `${text}\n\n# ${HTML}\n\n| ${HTML} |\n| --- |\n| ${HTML} |\n\n\`\`\`html\n${text}\n\`\`\``},
  );
  await person.begins();
  await person.runs(instruction);
  await page.getByRole('form', {name: 'Question of the agent'}).waitFor();
  await page.getByRole('button', {name: 'javascript:window.pwned=11'}).waitFor();
  await page.getByRole('textbox', {name: 'Answer'}).fill(HTML);
  await person.button('Answer').click();
  await person.sees('0 of 1 decided');
  for (const card of await page.locator('.tool summary').all()) await card.click();
  await page.locator('.hunk-bar', {hasText: 'window.pwned=1'}).waitFor();
  await page.getByRole('searchbox', {name: 'Search files'}).fill('pwned');
  await page.locator('.passage').first().waitFor();
  await page.getByRole('searchbox', {name: 'Search files'}).fill('');
  // The output of a command, and a command that is refused.
  await page.getByLabel('Check command').fill(`printf '%s' '${HTML}'; cat ./*.md; false`);
  await person.button('Run checks').click();
  await page.locator('.check-failed').waitFor();
  await person.sees('failed with');
  await person.key('Control+k');
  await page.getByLabel('Find', {exact: true}).fill('img');
  await page.keyboard.press('Escape');
  await person.key('l');
  await page.getByRole('dialog', {name: 'Sessions'}).waitFor();
  await page.keyboard.press('Escape');
  await person.key('h');
  await page.getByRole('region', {name: 'Runs'}).getByText('please').first().waitFor();
  await person.key('b');
  await page.getByRole('region', {name: 'Three-way comparison'}).waitFor();
  await person.key('b');
  // What a rollback would take, and the name of whoever decides.
  await person.key('Shift+B');
  await page.locator('.lost-lines', {hasText: 'window.pwned=1'}).waitFor();
  await page.keyboard.press('Escape');
  await person.key('w');
  await page.getByLabel('Your name').fill(HTML.slice(0, 80));
  await page.keyboard.press('Enter');
  await person.key('v');
  await person.button('Accept').click();
  await person.sees('1 of 1 decided');
  await page.locator('.hunk-row .tag', {hasText: 'onerror'}).waitFor();
  await person.key('w');
  await page.getByLabel('Your name').fill('');
  await page.keyboard.press('Enter');
  await person.button('Apply').click();
  await person.sees('Wrote 1 hunk in 1 file.');
  // A command that would like to look like another one, and one that waits behind it.
  const deceit = `touch a # \u202egnp.exe\u202c \u200b ${HTML}`;
  model.on('a command', {call: ['bash', {command: deceit, description: `\u202e${HTML}`}]}, {say: 'Denied.'});
  await page.getByLabel('Commands').selectOption('ask');
  await person.runs('a command');
  const card = page.getByRole('form', {name: 'Approval of a command'});
  assert.equal((await card.getByLabel('Command').innerText()).trim(), `touch a # <U+202E>gnp.exe<U+202C> <U+200B> ${HTML}`);
  await person.runs(`${HTML} waits`);
  await page.getByRole('region', {name: 'Waiting in this session'}).getByText('waits').first().waitFor();
  await page.waitForTimeout(400);
  await page.getByLabel('Why not, or what instead').fill(HTML);
  await page.keyboard.press('Enter');
  await person.sees('Denied.');
  // All that is shown of it, in the card of the call and in the notes, shows what it is.
  for (const tool of await page.locator('.tool summary').all()) await tool.click();
  assert.doesNotMatch(await page.getByRole('log').innerText(), /[\u202a-\u202e\u200b]/);
  await person.until(async () => /Done|Failed/.test(await page.locator('.job').innerText()), 'what waited is over');
  // A model that fails with such words.
  model.on('fail', {status: 400, message: HTML});
  await person.runs('fail');
  await person.sees('Failed');
  await page.getByRole('log').getByText('window.pwned').last().waitFor();

  assert.equal(await page.evaluate(() => window.pwned), undefined, 'nothing was executed');
  assert.equal(page.url().split('#')[0], url, 'nothing navigated');
  const made = await page.locator('#page :is(img:not(.cm-widgetBuffer), script, iframe, object, embed, base, meta, form[action*=invalid])').count();
  assert.equal(made, 0, 'no element came of it');
  for (const link of await page.locator('.chat a').all()) {
    assert.match((await link.getAttribute('href')) ?? 'https://none', /^https?:/);
  }
}
