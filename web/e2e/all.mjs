// The review page of the built program in a real browser: node all.mjs LAUNCHER FOLDER PICTURES [SCENARIO…]
import {mkdir} from 'node:fs/promises';
import {launch, Person, watched} from './browser.mjs';
import {clean} from './accessible.mjs';
import {ScriptedModel} from './model.mjs';
import {Program, TOKEN} from './program.mjs';
import {SCENARIOS} from './scenarios.mjs';
import {writeProject} from './project.mjs';

const [launcher, folder, pictures, ...only] = process.argv.slice(2);
await mkdir(pictures, {recursive: true});
const model = await new ScriptedModel().start();
const program = new Program(launcher, folder, model.url);
await writeProject(program.project);
await program.start();
const browser = await launch();
let failed = false;
try {
  const context = await browser.newContext({viewport: {width: 1280, height: 800}, colorScheme: 'light'});
  const {page, troubles, leaving, answers} = await watched(context, program.url);
  const person = new Person(page, program.url);
  const world = {
    browser, context, leaving, model, page, person, program, troubles, watched,
    picture: (name) => page.screenshot({path: `${pictures}/${name}.png`}),
    clean: (state) => clean(page, state),
  };
  await page.goto(`${program.url}/?token=${TOKEN}`);
  await person.instruction.waitFor();
  for (const [name, scenario] of SCENARIOS) {
    if (only.length > 0 && !only.includes(name)) continue;
    const begun = Date.now();
    try {
      await scenario(world);
      if (troubles.length > 0) throw new Error(`the browser tells of ${JSON.stringify(troubles)}`);
      console.log(`ok ${name}, ${Date.now() - begun} ms`);
    } catch (trouble) {
      failed = true;
      console.log(`not ok ${name}: ${trouble.stack}`);
      console.log(`asked last: ${answers.join(', ')}`);
      console.log((await page.locator('body').ariaSnapshot().catch(() => 'the page is gone')).slice(0, 6_000));
      await world.picture(`failed-${name.replaceAll(' ', '-')}`).catch(() => undefined);
      // The others tell of their own faults: they begin where a person would after such a one.
      if (!(await recovered(world))) break;
    }
  }
} finally {
  await browser.close();
  await program.stop();
  await model.close();
}

/** Whether the page is at rest again, in a session of its own. */
async function recovered({context, leaving, model, page, person, program, troubles}) {
  try {
    leaving.stays = false;
    await context.setOffline(false);
    await context.unrouteAll();
    await page.unrouteAll();
    await page.setViewportSize({width: 1280, height: 800});
    model.forget();
    program.more = [];
    await program.stop();
    await program.start();
    await page.goto(`${program.url}/?token=${TOKEN}`);
    await page.waitForURL(/#/);
    await person.begins();
    troubles.length = 0;
    return true;
  } catch (hopeless) {
    console.log(`it cannot go on: ${hopeless.message}`);
    return false;
  }
}

if (failed) process.exit(1);
console.log('the page is whole');
