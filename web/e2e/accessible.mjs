import axe from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Nothing that axe-core finds, in light and in dark. */
export async function clean(page, state) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({colorScheme});
    const problems = await run(page);
    if (problems.length > 0) throw new Error(`${state}, ${colorScheme}: ${JSON.stringify(problems, null, 1)}`);
  }
  await page.emulateMedia({colorScheme: 'light'});
}

async function run(page) {
  // Told to the browser itself, past the policy of the page.
  await page.evaluate(axe.source);
  return page.evaluate(async (tags) => {
    const {violations} = await window.axe.run(document, {runOnly: {type: 'tag', values: tags}, resultTypes: ['violations']});
    return violations.map(({id, nodes}) => ({id, nodes: nodes.slice(0, 4).map((node) => `${node.target} ${node.html.slice(0, 160)} ${node.failureSummary}`)}));
  }, TAGS);
}
