import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {proposing, reading} from './model.mjs';
import {PIXEL, put} from './project.mjs';

const RULE = 'mkdir -p docs/always';

/** A plan before anything changes, a rule that lasts, and a check that typing makes old. */
export async function plans({model, page, person, picture, clean, program}) {
  const path = `${program.project}/docs/planned.md`;
  await put(program.project, 'docs/planned.md', 'one\n2\n3\n4\n5\nsix\n');
  const plan = (...steps) => ({call: ['plan_ready', {title: 'Shout', steps, checks: ['make test'], risks: ['It gets loud.']}]});
  model.on('plan it first', {call: ['list_files', {prefix: 'docs/pl'}]}, plan('Shout the first line.'), {say: 'The plan is ready.'});
  model.on('Change the plan and hand it over again with plan_ready: the last line too', plan('Shout the first line.', 'Shout the last line.'), {say: 'The plan is another.'});
  model.on(
    'The following plan is approved.…',
    reading('docs/planned.md'),
    proposing(['docs/planned.md', 1, 1, 'ONE'], ['docs/planned.md', 6, 6, 'SIX']),
    {call: ['bash', {command: RULE}]},
    {say: 'Shouted.'},
  );
  await person.begins();
  // What is asked for past the page does not wait for what the page tells the server.
  const told = page.waitForResponse((each) => each.url().endsWith('/tool_config') && each.ok());
  await page.getByLabel('Commands').selectOption('ask');
  await told;
  // The page has no button for it, but shows what waits to be approved, whoever asked for it.
  const asked = await page.evaluate(async () => {
    const body = JSON.stringify({session_id: location.hash.slice(1), instruction: 'plan it first', plan: true});
    return (await fetch('/api/agent/run', {method: 'POST', headers: {'Content-Type': 'application/json'}, body})).status;
  });
  assert.equal(asked, 202);
  await page.reload();
  const card = page.getByRole('form', {name: 'Approval of a plan'});
  await card.getByText('Shout the first line.').waitFor();
  assert.doesNotMatch(await page.getByRole('log').innerText(), /Only plan/, 'nobody is said to have said what the model was told');
  await card.getByText('Checks: make test').waitFor();
  await card.getByText('Risks: It gets loud.').waitFor();
  assert.equal(await card.getByRole('button', {name: 'Allow for session'}).count(), 0, 'a plan is approved once');
  assert.equal(await card.getByRole('button', {name: 'Always allow'}).count(), 0);
  await picture('plan');
  await clean('a plan');
  // The card of a list of files is that list.
  const listed = page.locator('.tool', {hasText: 'list files'}).last();
  await listed.locator('summary').click();
  await listed.locator('.tool-body', {hasText: 'docs/planned.md'}).waitFor();
  await page.waitForTimeout(400);
  await page.getByLabel('Why not, or what instead').fill('the last line too');
  await page.keyboard.press('Enter');
  await card.getByText('Shout the last line.').waitFor();
  await page.waitForTimeout(400);
  await card.getByRole('button', {name: 'Allow once'}).click();
  // A command that is allowed for good is a rule of the project.
  const command = page.getByRole('form', {name: 'Approval of a command'});
  await command.getByText(RULE).waitFor();
  await page.waitForTimeout(400);
  await command.getByRole('button', {name: 'Always allow'}).click();
  await person.sees('0 of 1 decided');
  await person.sees('Shouted.');
  // Typing makes a check old: it was about other hunks.
  await page.getByLabel('Check command').fill('grep -q ONE docs/planned.md');
  await person.button('Run checks').click();
  await page.locator('.check-passed:not(.stale)').waitFor();
  await person.key('e');
  await page.locator('.cm-content[contenteditable=true]').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('mine');
  await page.locator('.check-passed.stale').waitFor();
  await person.sees('the selection has changed since');
  await page.keyboard.press('Escape');
  await person.button('Reject all').click();
  await person.sees(/^(\d+) of \1 decided$/);
  await person.button('Apply').click();
  await person.sees(/^(Nothing was written|Wrote )/);
  assert.match(await readFile(path, 'utf8'), /^one\n/);
  // In another session nobody is asked about it any more.
  model.on('once more', {call: ['bash', {command: RULE}]}, {say: 'Nobody was asked.'});
  await person.begins();
  await page.getByLabel('Commands').selectOption('ask');
  await person.runs('once more');
  await person.sees('Nobody was asked.');
}

/** Results that no tool of a job has today: a table, and pictures that are no files, as those of MCP servers. */
export async function cards({page, person, clean}) {
  await person.begins();
  const id = page.url().split('#')[1];
  const session = `**/api/agent/sessions/${id}`;
  const call = (tool_call_id, name) => ({tool_call_id, name, arguments: {}});
  const result = (tool_call_id, name, data) => ({tool_call_id, name, ok: true, result: data, error: null});
  const chat = [
    {role: 'user', text: 'show me'},
    {role: 'assistant', text: '', tool_calls: [call('toolu_t', 'mcp__db__ask'), call('toolu_p', 'mcp__camera__look')]},
    {
      role: 'tool',
      tool_results: [
        result('toolu_t', 'mcp__db__ask', {columns: ['name', 'price'], rows: [['tea <b>', '3'], ['\u202emilk', '2']]}),
        result('toolu_p', 'mcp__camera__look', {caption: 'what the camera sees', media_type: 'image/png', pictures: 2}),
      ],
    },
  ];
  await page.route(session, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({response: answer, json: {...(await answer.json()), chat}});
  });
  await page.route('**/calls/toolu_p/image?number=0', (route) => route.fulfill({contentType: 'image/png', body: Buffer.from(PIXEL, 'base64')}));
  await page.reload();
  const table = page.locator('.tool', {hasText: 'mcp db ask'});
  await table.getByText('2 rows').waitFor();
  await table.locator('summary').click();
  await table.getByRole('columnheader', {name: 'price'}).waitFor();
  await table.getByRole('cell', {name: 'tea <b>'}).waitFor();
  await table.getByRole('cell', {name: '<U+202E>milk'}).waitFor();
  // The first picture is shown, the other one is not known to the server, and that is said.
  const pictures = page.locator('.tool', {hasText: 'mcp camera look'});
  const shown = pictures.getByRole('img', {name: 'what the camera sees (1 of 2)'});
  await person.until(() => shown.evaluate((image) => image.complete && image.naturalWidth > 0), 'the picture is shown');
  await pictures.getByText('The picture cannot be shown').waitFor();
  await clean('a table and a picture');
  await page.unrouteAll();
}
