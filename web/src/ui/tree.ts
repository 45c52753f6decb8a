/** A folder or a file of the project. */
export interface Node {
  path: string;
  name: string;
  children: Node[] | null;
}

/** A line of the tree as it is shown. */
export interface TreeRow {
  node: Node;
  level: number;
  /** Its place among those beside it, from 1, and how many they are. */
  place: number;
  count: number;
}

/** The paths as a tree: folders first, then files, each by name. */
export function treeOf(paths: readonly string[]): Node[] {
  const root: Node = {path: '', name: '', children: []};
  const folders = new Map<string, Node>([['', root]]);
  for (const path of paths) {
    const end = path.lastIndexOf('/');
    const parent = folderAt(folders, end < 0 ? '' : path.slice(0, end));
    parent.children!.push({path, name: path.slice(end + 1), children: null});
  }
  return sorted(root);
}

/** Folders that are in order already. Most are never looked into, so each is sorted when it is. */
const inOrder = new WeakSet<Node>();

function sorted(folder: Node): Node[] {
  if (!inOrder.has(folder)) {
    folder.children!.sort(byName);
    inOrder.add(folder);
  }
  return folder.children!;
}

function folderAt(folders: Map<string, Node>, path: string): Node {
  const known = folders.get(path);
  if (known) return known;
  const end = path.lastIndexOf('/');
  const parent = folderAt(folders, end < 0 ? '' : path.slice(0, end));
  const folder: Node = {path, name: path.slice(end + 1), children: []};
  folders.set(path, folder);
  parent.children!.push(folder);
  return folder;
}

function byName(a: Node, b: Node): number {
  if ((a.children === null) !== (b.children === null)) return a.children === null ? 1 : -1;
  return a.name < b.name ? -1 : 1;
}

/** The lines that are seen when these folders are open. */
export function rowsOf(nodes: readonly Node[], open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (all: readonly Node[], level: number): void => {
    all.forEach((node, i) => {
      rows.push({node, level, place: i + 1, count: all.length});
      if (node.children && open.has(node.path)) add(sorted(node), level + 1);
    });
  };
  add(nodes, 1);
  return rows;
}

/** The folders that have to be open for this file to be seen. */
export function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
