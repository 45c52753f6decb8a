/** A folder or a file of the project. */
export interface Node {
  path: string;
  name: string;
  children: Node[] | null;
}

/** The paths as a tree: folders first, then files, each by name. */
export function treeOf(paths: readonly string[]): Node[] {
  const root: Node = {path: '', name: '', children: []};
  const folders = new Map<string, Node>([['', root]]);
  for (const path of paths) {
    const parts = path.split('/');
    let parent = root;
    let at = '';
    for (const part of parts.slice(0, -1)) {
      at = at ? `${at}/${part}` : part;
      let folder = folders.get(at);
      if (!folder) {
        folder = {path: at, name: part, children: []};
        folders.set(at, folder);
        parent.children!.push(folder);
      }
      parent = folder;
    }
    parent.children!.push({path, name: parts.at(-1) ?? path, children: null});
  }
  for (const folder of folders.values()) folder.children!.sort(byName);
  return root.children!;
}

function byName(a: Node, b: Node): number {
  if ((a.children === null) !== (b.children === null)) return a.children === null ? 1 : -1;
  return a.name < b.name ? -1 : 1;
}

/** The folders that have to be open for this file to be seen. */
export function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
