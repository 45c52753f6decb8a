import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {patching, proposing, reading} from './model.mjs';
import {TOKEN} from './program.mjs';
import {CART, ITEM, put, writeLogo} from './project.mjs';

const GUARD = `  /** Adds an item; a negative count is refused. */
  public void add(Item item) {
    if (item.count() < 0) {
      throw new IllegalArgumentException("a negative count: " + item.count());
    }
    items.add(item);`;

const ANSWER = `I changed three things:

1. \`Cart.add\` **refuses** a negative count.
2. \`isEmpty\` asks the list.
3. The unit of \`Item.price\` is written down.

| file | hunks |
| --- | --- |
| Cart.java | 2 |
| Item.java | 1 |
`;

export function scriptGuard(model, instruction) {
  model.on(
    instruction,
    {say: 'I look at the cart first.', ...reading(CART, ITEM)},
    {call: ['search_project', {query: 'total', limit: 5}]},
    proposing(
      [CART, 10, 11, GUARD, 'A negative count would lower the total.'],
      [CART, 23, 23, '    return items.isEmpty();', 'Says what it means.'],
      [ITEM, 3, 3, '/** One thing in the cart; its price is in cents. */', 'The unit was nowhere written.'],
    ),
    {say: ANSWER, pace: 10},
  );
}

/** The server began anew and knows no login: the page that is loaded again asks for the token, and leads back. */
async function signIn(page, person, clean) {
  const place = page.url();
  await page.reload();
  await page.getByRole('heading', {name: 'This server needs its token'}).waitFor();
  await clean('login');
  await page.getByLabel('Token').fill(TOKEN);
  await person.button('Sign in').click();
  await person.instruction.waitFor();
  await page.waitForURL(place);
}

/** Nothing has been asked for yet. */
export async function empty({page, person, picture, clean, program}) {
  await page.getByRole('treeitem', {name: 'README.md'}).waitFor();
  assert.ok(!page.url().includes('token'), 'the token has left the address');
  await picture('empty');
  await clean('empty');
  // Files by name and by what is in them.
  await person.key('/');
  await page.keyboard.type('total');
  await page.locator('.passage').first().waitFor();
  // Whoever types on at once types into the field: no letter was a command.
  assert.equal(await page.getByRole('searchbox', {name: 'Search files'}).inputValue(), 'total');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'auto');
  // Each line that has the word, not one for each file.
  await person.until(async () => (await page.locator('.passage', {hasText: 'Discount.java'}).count()) === 2, 'both lines are found');
  await picture('search');
  await clean('search');
  await page.locator('.passage', {hasText: 'Discount.java'}).first().click();
  await page.locator('.file-path strong', {hasText: 'Discount.java'}).waitFor();
  await page.getByRole('searchbox', {name: 'Search files'}).fill('');
  await page.getByRole('treeitem', {name: 'Discount.java'}).waitFor();
  assert.equal(await readFile(`${program.project}/README.md`, 'utf8').then((text) => text.length > 0), true);
}

/** Instruction with context, review by mouse, apply. */
export async function whole({model, page, person, picture, clean, program}) {
  const {button} = {button: (name) => person.button(name)};
  const instruction = 'Refuse negative counts in @src/main/java/shop/Cart.java';
  scriptGuard(model, instruction);
  await person.begins();
  // A file is named by some of its letters and comes along as context.
  await person.instruction.pressSequentially('Refuse negative counts in @cartj');
  await page.getByRole('option', {name: CART}).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('list', {name: 'Context'}).getByText('Cart.java').waitFor();
  assert.equal((await person.instruction.inputValue()).trim(), instruction);
  // Another one is dropped from the tree, pinned, and removed again.
  const item = page.getByRole('treeitem', {name: 'README.md'});
  await item.dragTo(page.locator('.instruction-box'));
  await button('Pin README.md').click();
  await button('Unpin README.md').waitFor();
  await button('Remove README.md').click();
  await button('Remove README.md').waitFor({state: 'detached'});
  await person.instruction.press('Enter');
  await person.sees('0 of 3 decided');
  await page.getByText('I changed three things').waitFor();
  assert.equal(await button('Accept').count(), 3);
  assert.equal(await button('Reject').count(), 3);
  assert.match(await button('Accept').nth(1).getAttribute('aria-description'), /hunk 2 of 3, src\/main\/java\/shop\/Cart\.java, line 27/);
  assert.equal(await page.locator('.hunk-bar').count(), 2, 'the hunks of the open file are marked in it');
  await page.locator('.hunk-bar', {hasText: 'A negative count would lower the total.'}).waitFor();
  await page.locator('.hunk-bar', {hasText: 'e_1'}).waitFor();
  await page.getByRole('treeitem', {name: 'Cart.java 2 changes'}).waitFor();
  assert.equal(await page.title(), `3 to decide · ${instruction} · project · Tenon`);
  await picture('review');
  await page.emulateMedia({colorScheme: 'dark'});
  await picture('review-dark');
  await clean('review');

  await button('Accept').nth(0).click();
  await person.sees('1 of 3 decided');
  await button('Reject').nth(1).click();
  await person.sees('2 of 3 decided');
  assert.equal(await button('Accept').nth(0).getAttribute('aria-pressed'), 'true');
  assert.equal(await button('Reject').nth(1).getAttribute('aria-pressed'), 'true');
  await button('Side by side').click();
  await page.locator('.cm-mergeView').waitFor();
  await picture('side-by-side');
  await clean('side by side');
  await button('Inline').click();
  assert.doesNotMatch(await readFile(`${program.project}/${CART}`, 'utf8'), /negative/, 'nothing is written yet');

  // A reload loses nothing.
  await page.reload();
  await person.sees('2 of 3 decided');

  // What is not decided is asked about; then it is written, and only what was accepted.
  await button('Apply').click();
  await page.getByRole('dialog', {name: '1 of 3 hunks are not decided'}).waitFor();
  await clean('a question before applying');
  await button('Go back').click();
  await button('Reject').nth(2).click();
  await person.sees('3 of 3 decided');
  await button('Apply').click();
  await person.sees('Wrote 1 hunk in 1 file.');
  const written = await readFile(`${program.project}/${CART}`, 'utf8');
  assert.match(written, /a negative count is refused/);
  assert.match(written, /items\.size\(\) == 0/);
  assert.doesNotMatch(await readFile(`${program.project}/${ITEM}`, 'utf8'), /cents/);
  await clean('after applying');
  // What it has used and cost so far, and the instruction again by the arrow.
  assert.match(await page.getByRole('group', {name: 'Usage'}).innerText(), /[\d,]+ in · [\d,]+ out · \$\d/);
  await person.instruction.press('ArrowUp');
  assert.equal((await person.instruction.inputValue()).trim(), instruction);
  await person.instruction.fill('');
  // Lines that are selected in the editor are laid beside the next one.
  await page.locator('.code .cm-line').nth(1).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', {name: /^lines \d+–\d+$/}).click();
  const lines = page.getByRole('list', {name: 'Context'}).getByRole('listitem');
  await lines.filter({hasText: /:\d+–\d+|lines \d+/}).waitFor();
  await page.getByRole('button', {name: /^Remove /}).click();
  // A panel that was made wider is as wide after a reload.
  const width = async () => Math.round((await page.getByRole('region', {name: 'Changes and files'}).boundingBox()).width);
  const before = await width();
  await page.getByRole('separator', {name: 'Width of the files'}).focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await person.until(async () => (await width()) > before, 'the panel is wider');
  const wider = await width();
  await page.reload();
  await person.instruction.waitFor();
  assert.equal(await width(), wider, 'and is so after a reload');
  await page.getByRole('separator', {name: 'Width of the files'}).focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
  await person.until(async () => (await width()) === before, 'and back');
}

/** A model for the session, and a picture that it looks at. */
export async function models({model, page, person, picture, clean, program}) {
  const choice = page.getByLabel('Model', {exact: true});
  model.on('look at the logo', reading('docs/logo.png'), {say: 'A dot.'});
  await person.begins();
  assert.equal(await choice.inputValue(), '');
  const names = await choice.locator('option').evaluateAll((options) => options.map((option) => option.value));
  const other = names.find((name) => /^anthropic\/.*haiku/.test(name));
  assert.ok(other, `a smaller model is offered: ${names.join(' ')}`);
  await choice.selectOption(other);
  await person.runs('look at the logo');
  await person.sees('A dot.');
  assert.equal(model.asked, other.slice('anthropic/'.length));
  const shown = page.locator('.tool img.picture');
  await person.until(() => shown.evaluate((image) => image.complete && image.naturalWidth > 0), 'the picture is shown');
  await picture('picture');
  await clean('a picture');
  // It is what the model has seen, whatever becomes of the file.
  await put(program.project, 'docs/logo.png', 'no picture any more\n');
  await page.reload();
  await person.sees('A dot.');
  await person.until(() => shown.evaluate((image) => image.complete && image.naturalWidth > 0), 'the picture is still shown');
  await writeLogo(program.project);
  await person.until(async () => (await choice.inputValue()) === other, 'the choice is kept');
  await choice.selectOption('');
  await person.until(async () => (await choice.inputValue()) === '', 'and taken back');
}

/** What a person types becomes hunks, and nothing is written before Save. */
export async function ownEdits({leaving, model, page, person, clean, program}) {
  await put(program.project, 'docs/own.md', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n');
  model.on('shout', reading('docs/own.md'), proposing(['docs/own.md', 1, 1, 'ONE']), {say: 'Done.'});
  await person.reviews('shout', '0 of 1 decided');
  await person.key('e');
  const text = page.locator('.cm-content[contenteditable=true]');
  await text.waitFor();
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('typed');
  await page.getByText('2 decided').waitFor();
  await page.locator('.hunk-bar', {hasText: 'yours'}).waitFor();
  assert.equal(await person.button('Accept').count(), 2);
  assert.equal(await readFile(`${program.project}/docs/own.md`, 'utf8'), 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n', 'no autosave');
  await page.keyboard.press('Escape');
  await clean('edited');
  // Whoever leaves with something that is nowhere yet is asked, and can stay.
  await page.keyboard.press('Escape');
  await person.key('e');
  await text.click();
  await page.keyboard.press('Control+End');
  // The server gets nothing for now, however slow this machine is.
  const held = [];
  const hold = (route) => (route.request().method() === 'PUT' ? held.push(route) : route.continue());
  await page.route('**/buffer', hold);
  await page.keyboard.type('!');
  leaving.stays = true;
  const before = leaving.asked;
  await page.evaluate(() => void setTimeout(() => location.reload()));
  await person.until(() => leaving.asked > before, 'the page asks before it is left');
  leaving.stays = false;
  await page.unroute('**/buffer', hold);
  for (const route of held) await route.continue();
  assert.match(await text.innerText(), /typed!/, 'what was typed is still here');
  await page.locator('.badge', {hasText: 'not saved'}).waitFor();
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Backspace');
  await person.until(async () => !(await text.innerText()).includes('!'), 'typed back');
  await page.keyboard.press('Escape');
  // What was typed a moment ago is decided about with the rest.
  await person.key('Shift+A');
  await person.sees(/^(\d+) of \1 decided$/);
  await page.keyboard.press('Control+s');
  await person.until(
    async () => (await readFile(`${program.project}/docs/own.md`, 'utf8')) === 'ONE\ntwo\nthree\nfour\nfive\nsix\nseven\ntyped',
    'Ctrl+S writes what was accepted and typed',
  );
  await person.sees(/^Wrote /);
}
/** Tests run with the accepted hunks before a byte is written. */
export async function checks({model, page, person, picture, clean, program}) {
  const cart = (await readFile(`${program.project}/${CART}`, 'utf8')).replaceAll(/negative/g, 'lesser');
  await put(program.project, CART, cart);
  const sum = cart.split('\n').indexOf('    return sum;') + 1;
  model.on(
    'make it pass',
    reading(CART),
    proposing([CART, 1, 1, 'package shop; // no negative counts', 'The test looks for it.'], [CART, sum, sum, '    return sum; // in cents', 'The unit was nowhere written.']),
    {say: 'Done.'},
  );
  await person.reviews('make it pass', '0 of 2 decided');
  const command = page.getByLabel('Check command');
  await person.until(async () => (await command.inputValue()) === 'make test', 'the recipe that tests is offered');
  const result = page.locator('.check-result');
  // Nothing is accepted yet: it runs with all of them, and not with none.
  assert.equal(await page.getByLabel('Hunks to check with').inputValue(), 'all');
  await person.button('Run checks').click();
  await page.locator('.check-passed:not(.stale)').waitFor();
  await result.getByText(/^passed with all/).waitFor();
  // Whoever accepts all of them then has checked exactly these.
  await person.button('Accept all').click();
  await person.sees('2 of 2 decided');
  await page.locator('.check-passed:not(.stale)').waitFor();
  await person.key('u');
  await person.sees('0 of 2 decided');
  // Without the hunk that matters the test fails.
  await person.button('Accept').nth(1).click();
  await person.sees('1 of 2 decided');
  await page.locator('.check-result.stale').waitFor();
  await person.button('Run checks').click();
  await page.locator('.check-failed').waitFor();
  await result.getByText(/^failed with/).waitFor();
  await result.getByText('refusesNegativeCounts FAILED').waitFor();
  await clean('a check that failed');
  await person.key('u');
  await person.sees('0 of 2 decided');
  // With it, it passes; and the result is about exactly these hunks.
  await person.button('Accept').first().click();
  await person.sees('1 of 2 decided');
  await page.locator('.check-result.stale').waitFor();
  await person.key('c');
  await page.locator('.check-passed:not(.stale)').waitFor();
  await result.getByText('3 tests passed').waitFor();
  await result.getByText(/^passed with hunk 1/).waitFor();
  await picture('checks');
  await clean('a check that passed');
  assert.doesNotMatch(await readFile(`${program.project}/${CART}`, 'utf8'), /negative/, 'nothing is written');
  await person.button('Accept').nth(1).click();
  await page.locator('.check-passed.stale').waitFor();
  await person.sees('the selection has changed since');
  await clean('a check that is stale');
  // Back at the same selection it counts again, also after a reload.
  await person.key('u');
  await page.locator('.check-passed:not(.stale)').waitFor();
  await page.reload();
  await page.locator('.check-passed:not(.stale)').waitFor();
  // One that never ends is ended.
  await command.fill('make slow');
  await person.button('Run checks').click();
  await result.getByText('begun').waitFor();
  await person.button('Cancel check').click();
  await page.locator('.check-cancelled').waitFor();
  await person.button('Reject all').click();
  await person.sees('2 of 2 decided');
  await person.button('Apply').click();
  await person.sees(/^Wrote 1 hunk/);
}

/** Commands of a job: asked for, allowed and denied; what they change becomes hunks. */
export async function commands({model, page, person, picture, clean, program}) {
  model.on(
    'run something',
    {say: 'I begin.', call: ['bash', {command: 'make -n test > docs/made.txt'}]},
    // The server ended while the first was asked about: allowed, it is called again and not asked about.
    {say: 'I note what the tests would do.', call: ['bash', {command: 'make -n test > docs/made.txt'}]},
    {call: ['bash', {command: 'make -n slow > docs/never.txt'}]},
    {call: ['bash', {command: 'mkdir -p docs/twice'}]},
    {call: ['bash', {command: 'mkdir -p docs/twice'}]},
    {say: 'That is all.'},
  );
  await person.begins();
  await page.getByLabel('Commands').selectOption('ask');
  await person.runs('run something');
  const card = page.getByRole('form', {name: 'Approval of a command'});
  await card.getByText('make -n test > docs/made.txt').waitFor();
  await person.sees('Waits for your approval');
  await picture('approval');
  await clean('approval');
  await page.reload();
  await card.getByText('make -n test > docs/made.txt').waitFor();
  // Nor does a new start of the server lose it.
  await program.stop();
  await program.start();
  await signIn(page, person, clean);
  await card.getByText('make -n test > docs/made.txt').waitFor();
  // A letter of a sentence allows nothing, also at its end, and the space in it presses nothing.
  await page.waitForTimeout(400);
  await page.locator('.brand').click();
  await page.keyboard.type('okay s', {delay: 40});
  await page.waitForTimeout(400);
  await page.keyboard.type('by', {delay: 40});
  await page.waitForTimeout(400);
  await card.getByText('make -n test > docs/made.txt').waitFor();
  assert.equal(await card.getByRole('button').first().innerText(), 'Deny');
  // What is sent while a job is at work waits for its turn.
  await person.runs('and then this');
  const line = page.getByRole('region', {name: 'Waiting in this session'});
  await line.getByText('and then this').waitFor();
  assert.equal(await person.instruction.inputValue(), '');
  await clean('one waits');
  await person.key('y');
  await card.getByText('make -n slow > docs/never.txt').waitFor();
  await page.waitForTimeout(400);
  await page.getByLabel('Why not, or what instead').fill('not this one');
  await page.keyboard.press('Enter');
  // Allowed for the session, the same is not asked about again.
  await card.getByText('mkdir -p docs/twice').waitFor();
  await page.waitForTimeout(400);
  await person.key('Shift+L');
  await person.sees('0 of 1 decided');
  await line.getByText('Next after the review.').waitFor();
  await person.sees('You denied it: not this one');
  await page.locator('.hunk-row .tag', {hasText: 'shell'}).waitFor();
  // The card of a command has its output and how it ended.
  assert.equal(await page.getByRole('log').getByText('I begin.').count(), 1, 'what was interrupted is told once');
  const ran = page.locator('.tool', {hasText: 'make -n test'}).last();
  await ran.locator('summary').click();
  await ran.getByText('Exit code 0').waitFor();
  // Whatever made it, the hunk says why.
  await page.locator('.file-cards', {hasText: 'I note what the tests would do.'}).waitFor();
  await person.button('Reject').click();
  await person.sees('1 of 1 decided');
  model.on('and then this', {say: 'It was its turn.'});
  await person.button('Apply').click();
  await person.sees('It was its turn.');
  await line.waitFor({state: 'detached'});
}

/** New, deleted and binary files have cards; a hunk that is too large is split. */
export async function wholeFiles({model, page, person, picture, clean, program}) {
  await put(program.project, 'whole/gone.md', 'goodbye\n');
  await put(program.project, 'whole/from.md', Array.from({length: 30}, (_, i) => `line ${i}\n`).join(''));
  await put(program.project, 'whole/long.md', 'title\n');
  await put(program.project, 'whole/old.md', 'one\ntwo\n');
  const long = Array.from({length: 130}, (_, i) => `line ${i} of a long text without a pause`).join('\n');
  model.on(
    'tidy up',
    {call: ['bash', {command: 'cd whole && rm gone.md && mkdir sub && mv from.md sub/to.md && cp ../docs/logo.png new.png && echo new > new.md'}]},
    reading('whole/long.md'),
    proposing(['whole/long.md', 1, 1, long]),
    {say: 'It belongs with the others.', ...patching('*** Update File: whole/old.md\n*** Move to: whole/sub/moved.md\n@@\n-one\n+ONE\n two\n')},
    {say: 'Tidy.'},
  );
  await person.begins();
  await page.getByLabel('Commands').selectOption('auto');
  await person.runs('tidy up');
  await page.locator('.review-bar').waitFor();
  const shows = async (name, words) => {
    await page.locator('.file-row .path', {hasText: name}).first().click();
    await page.locator('.file-cards', {hasText: words}).first().waitFor();
  };
  // The card of a patch is its diff, that of a command its output.
  const patched = page.locator('.tool', {hasText: 'apply patch'}).first();
  await patched.locator('summary').click();
  await patched.locator('.patch .patch-in', {hasText: '+ONE'}).waitFor();
  await shows('gone.md', 'Deleted file');
  await clean('a deleted file');
  await shows('new.md', 'New file');
  await shows('new.png', 'binary file');
  await picture('binary');
  await shows('to.md', 'New file');
  await shows('moved.md', 'Moved file');
  await page.locator('.file-cards .moved', {hasText: 'whole/old.md'}).getByText('whole/sub/moved.md').waitFor();
  await page.locator('.file-cards', {hasText: 'It belongs with the others.'}).waitFor();
  await picture('moved');
  await clean('a moved file');
  await page.locator('.file-row .path', {hasText: 'long.md'}).first().click();
  const large = page.locator('.hunk-bar', {hasText: 'large'});
  await large.first().waitFor();
  const before = await person.button('Accept').count();
  await page.getByRole('button', {name: /^Split hunk/}).first().click();
  const places = page.getByRole('dialog', {name: /^Split hunk/});
  await places.getByLabel('First line of the second part').selectOption('101');
  await picture('split');
  await clean('splitting');
  await person.button('Split before line 101').click();
  await person.until(async () => (await person.button('Accept').count()) === before + 1, 'the hunk is two');
  await page.locator('.hunk-row', {hasText: '+100'}).first().waitFor();
  // And its first part by key, where its parts are separate anyway.
  await page.locator('.hunk-row', {hasText: '+100'}).first().locator('.place').click();
  await person.key('d');
  await person.button('At natural places').click();
  await person.until(async () => (await person.button('Accept').count()) > before + 1, 'the first part is split, too');
  await person.button('Reject all').click();
  await person.until(async () => (await page.locator('.dot-pending').count()) === 0, 'all are decided');
  await person.button('Apply').click();
  await person.sees('Nothing was written.');
}

/** The question, with choices, words of one's own, and the way past it. */
export async function clarification({model, page, person, picture, clean}) {
  const ask = (question, ...choices) => ({call: ['clarify_user', {question, ...(choices.length ? {choices} : {})}]});
  model.on(
    'ask me',
    ask('Which tone?', 'kind', 'firm', 'as the style guide of the house has it'),
    ask('And how long?'),
    ask('Really?', 'yes', 'no'),
    ask('Sure?', 'yes', 'no'),
    {say: 'Understood.'},
  );
  await person.begins();
  await person.runs('ask me');
  await person.sees('Which tone?');
  await person.sees('Waits for your answer');
  const log = () => page.getByRole('log').innerText();
  const once = async (words) => assert.equal((await log()).split(words).length, 2, `${words} is told once`);
  await once('Which tone?');
  assert.equal(await page.getByText('Which tone?').count(), 1);
  await picture('question');
  await clean('question');
  const offered = page.getByRole('group', {name: 'Offered answers'});
  assert.equal(await offered.getByRole('button').count(), 3);
  await offered.getByRole('button', {name: 'firm'}).click();
  await person.sees('You answered: firm');
  await person.sees('And how long?');
  await once('Which tone?');
  // What was begun is still there after a look at something else.
  await page.getByRole('textbox', {name: 'Answer'}).fill('one');
  await person.key('h');
  await page.getByRole('region', {name: 'Runs'}).waitFor();
  assert.equal(await page.getByRole('textbox', {name: 'Answer'}).inputValue(), 'one');
  await person.key('v');
  assert.equal(await page.getByRole('textbox', {name: 'Answer'}).inputValue(), 'one');
  await page.getByRole('textbox', {name: 'Answer'}).fill('one page');
  await person.button('Answer').click();
  await person.sees('You answered: one page');
  await person.sees('Really?');
  await offered.waitFor();
  await page.getByRole('textbox', {name: 'Answer'}).fill('in words of my own');
  await page.keyboard.press('Enter');
  await person.sees('You answered: in words of my own');
  await person.sees('Sure?');
  await offered.waitFor();
  await person.key('Shift+S');
  await person.sees('You skipped the question.');
  await person.sees('Understood.');
  // What was decided stays in the conversation, after the next instruction and after a reload.
  model.on('and now', {say: 'As you said.'});
  await person.runs('and now');
  await person.sees('As you said.');
  await person.sees('You answered: in words of my own');
  await once('Which tone?');
  const live = await log();
  await page.reload();
  await person.sees('As you said.');
  await person.until(async () => (await log()) === live, 'the conversation is the same from a fresh load');
}

/** The runs of a session: compared three ways, taken back whole or in part, and that taken back too. */
export async function checkpoints({model, page, person, picture, clean, program}) {
  const path = `${program.project}/docs/roll.md`;
  const base = Array.from({length: 20}, (_, i) => `line ${i + 1}`);
  await put(program.project, 'docs/roll.md', `${base.join('\n')}\n`);
  model.on('roll', reading('docs/roll.md'), proposing(['docs/roll.md', 2, 2, 'LINE 2'], ['docs/roll.md', 18, 18, 'LINE 18']), {say: 'Done.'});
  await person.reviews('roll', '0 of 2 decided');
  await person.button('Accept all').click();
  await person.sees('2 of 2 decided');
  await person.button('Apply').click();
  await person.sees('Wrote 2 hunks in 1 file.');
  // A person's own edit comes later.
  await person.key('e');
  await page.locator('.cm-content[contenteditable=true]').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('mine ');
  await page.keyboard.press('Control+s');
  const onDisk = async () => (await readFile(path, 'utf8')).split('\n');
  await person.until(async () => (await onDisk())[0] === 'mine line 1', 'the edit is written');
  await page.keyboard.press('Escape');
  await person.key('h');
  const runs = page.getByRole('region', {name: 'Runs'});
  await runs.getByText('2 of 2 hunks written').waitFor();
  await runs.getByRole('button', {name: 'Compare docs/roll.md'}).click();
  const compare = page.getByRole('region', {name: 'Three-way comparison'});
  await compare.getByText('mine line 1').waitFor();
  await compare.getByText('LINE 2', {exact: true}).first().waitFor();
  await picture('compare');
  await clean('three-way comparison');
  // One hunk of it, with the later edit kept.
  await runs.getByRole('button', {name: 'Roll back hunks…'}).click();
  await page.getByRole('checkbox').first().check();
  await picture('rollback-hunks');
  await clean('rollback of hunks');
  await person.button('Roll back 1 hunk').click();
  await person.sees(/^Took back docs\/roll\.md/);
  await person.key('Control+s');
  await person.until(async () => (await onDisk())[1] === 'line 2', 'the hunk is taken back');
  assert.equal((await onDisk())[0], 'mine line 1');
  assert.equal((await onDisk())[17], 'LINE 18');
  // All of it: what would be lost is told first.
  await runs.getByRole('button', {name: 'Roll back everything…'}).click();
  const dialog = page.getByRole('dialog', {name: 'Roll back everything?'});
  // The person's own line is told apart from that of the run, and nothing is folded away.
  await dialog.getByText('In 1 file would be lost: 1 line of this run, 1 line of your own.').waitFor();
  await dialog.locator('.lost-own', {hasText: 'mine line 1'}).getByText('yours').waitFor();
  await dialog.locator('.lost-run', {hasText: 'LINE 18'}).getByText('run', {exact: true}).waitFor();
  await picture('rollback');
  await clean('hard rollback');
  await person.button('Roll back everything').click();
  await dialog.waitFor({state: 'detached'});
  await person.sees(/^Took back docs\/roll\.md/);
  assert.equal((await onDisk())[0], 'mine line 1', 'only the buffer has changed');
  // And that is taken back, done again, and taken back.
  const first = () => page.locator('.code .cm-line').first().innerText();
  await runs.getByRole('button', {name: 'Compare docs/roll.md'}).waitFor();
  await person.key('b');
  await page.getByRole('region', {name: 'Three-way comparison'}).waitFor({state: 'detached'});
  await person.until(async () => (await first()) === 'line 1', 'the buffer is what it was before the run');
  await person.key('u');
  await person.until(async () => (await first()) === 'mine line 1', 'the rollback is taken back');
  await person.key('Shift+U');
  await person.until(async () => (await first()) === 'line 1', 'and done again');
  await person.key('u');
  await person.until(async () => (await first()) === 'mine line 1', 'and taken back');
  await person.key('Control+s');
  await person.until(async () => (await onDisk())[0] === 'mine line 1', 'the undo holds');
  // One that was saved is in the list of runs, also after a new start, and is taken back from there.
  await runs.getByRole('button', {name: 'Roll back everything…'}).click();
  await person.button('Roll back everything').click();
  await dialog.waitFor({state: 'detached'});
  await person.key('Control+s');
  await person.until(async () => (await onDisk())[0] === 'line 1', 'the rollback is written');
  await runs.locator('.run-rollback', {hasText: 'Rolled back everything'}).getByText('· saved').waitFor();
  await program.stop();
  await program.start();
  await signIn(page, person, clean);
  await person.key('h');
  const taken = runs.locator('.run-rollback', {hasText: '· saved'}).last();
  await taken.getByRole('button', {name: 'Undo rollback'}).waitFor();
  await picture('runs');
  await clean('runs with rollbacks');
  await taken.getByRole('button', {name: 'Undo rollback'}).click();
  await person.sees(/^Brought back docs\/roll\.md/);
  assert.equal((await onDisk())[0], 'line 1', 'only the buffer has changed');
  await person.key('Control+s');
  await person.until(async () => (await onDisk())[0] === 'mine line 1', 'what was lost is back');
  assert.equal((await onDisk())[17], 'LINE 18');
  // Newer edits of the same lines stand in the way of a part: it is marked, and nothing changes.
  await person.key('e');
  await page.locator('.cm-content[contenteditable=true]').click();
  await page.locator('.code .cm-line', {hasText: 'LINE 18'}).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' of mine');
  await page.keyboard.press('Control+s');
  await person.until(async () => (await onDisk())[17] === 'LINE 18 of mine', 'the edit is written');
  await page.keyboard.press('Escape');
  await runs.getByRole('button', {name: 'Roll back hunks…'}).click();
  await page.getByRole('checkbox').last().check();
  await person.button('Roll back 1 hunk').click();
  await page.locator('.rollback-hunk.clash', {hasText: 'newer edits of the same lines'}).waitFor();
  await clean('a rollback that clashes');
  await person.button('Go back').click();
  assert.equal((await onDisk())[17], 'LINE 18 of mine');
  await person.key('v');
  await person.sees('You took the rollback back.');
}
