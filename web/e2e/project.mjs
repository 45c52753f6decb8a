import {mkdir, writeFile} from 'node:fs/promises';
import {dirname} from 'node:path';

export const CART = 'src/main/java/shop/Cart.java';
export const ITEM = 'src/main/java/shop/Item.java';

/** Puts a file into a project. */
export async function put(project, path, content) {
  await mkdir(dirname(`${project}/${path}`), {recursive: true});
  await writeFile(`${project}/${path}`, content);
}

export const NOTES = Array.from({length: 12}, (_, i) => `note ${i + 1}\n`).join('');

const FILES = {
  [CART]: `package shop;

import java.util.ArrayList;
import java.util.List;

/** What a customer is about to buy. */
public final class Cart {
  private final List<Item> items = new ArrayList<>();

  public void add(Item item) {
    items.add(item);
  }

  public int total() {
    int sum = 0;
    for (Item item : items) {
      sum += item.price() * item.count();
    }
    return sum;
  }

  public boolean isEmpty() {
    return items.size() == 0;
  }
}
`,
  [ITEM]: `package shop;

/** One thing in the cart. */
public record Item(String name, int price, int count) {}
`,
  'src/main/java/shop/Discount.java': `package shop;

final class Discount {
  static int of(int total) {
    return total > 100 ? 10 : 0;
  }
}
`,
  'README.md': `# Shop

A small shop. It has a cart and items.

## Start

Run \`make run\`.
`,
  Makefile: `# Builds and tests the shop.
test: ## Run all tests
\t@grep -q 'negative' ${CART} && echo "3 tests passed" || (echo "CartTest > refusesNegativeCounts FAILED"; exit 1)

slow: ## Never ends
\t@echo begun; sleep 600
`,
  'docs/notes.md': NOTES,
  'docs/plan.md': 'a plan\n',
  'src/test/java/shop/CartTest.java': 'class CartTest {}\n',
};

export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A small shop, as it is seen in the pictures of the docs. */
export async function writeProject(project) {
  for (const [path, content] of Object.entries(FILES)) await put(project, path, content);
  await writeLogo(project);
}

export function writeLogo(project) {
  return put(project, 'docs/logo.png', Buffer.from(PIXEL, 'base64'));
}
