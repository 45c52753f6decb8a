import {useMemo, useState, type ReactElement} from 'react';
import {Button, Collection, Tree, TreeItem, TreeItemContent, type Key} from 'react-aria-components';
import {useActions, useStore} from './context.ts';
import {foldersOf, treeOf, type Node} from './tree.ts';

/** How many hunks each changed file has, and which folders hold one. */
function useCounts(): ReadonlyMap<string, number> {
  const bundle = useStore((state) => state.bundle);
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const file of bundle?.files ?? []) {
      const path = file.target_path ?? file.file_path;
      counts.set(path, file.hunks.length);
      for (const folder of foldersOf(path)) counts.set(folder, (counts.get(folder) ?? 0) + file.hunks.length);
    }
    return counts;
  }, [bundle]);
}

/** The files of the project; those with hunks are marked with how many. */
export function FileTree(): ReactElement {
  const actions = useActions();
  const files = useStore((state) => state.files);
  const truncated = useStore((state) => state.filesTruncated);
  const open = useStore((state) => state.open?.path);
  const session = useStore((state) => state.session);
  const counts = useCounts();
  const [filter, setFilter] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<Key>>(new Set());
  const words = filter.trim().toLowerCase();
  const shown = useMemo(
    () => (words ? files.filter((path) => path.toLowerCase().includes(words)).slice(0, 500) : files),
    [files, words],
  );
  const nodes = useMemo(() => treeOf(shown), [shown]);
  const expanded = useMemo(() => {
    const all = new Set<Key>(opened);
    if (open) foldersOf(open).forEach((folder) => all.add(folder));
    if (words) shown.forEach((path) => foldersOf(path).forEach((folder) => all.add(folder)));
    return all;
  }, [opened, open, words, shown]);

  if (!session) return <p className="empty">Begin a session to see the files of the project.</p>;
  return (
    <section className="tree-panel" aria-label="Files">
      <input
        type="search"
        className="filter"
        aria-label="Filter files"
        placeholder="Filter files"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <Tree
        aria-label="Project files"
        className="tree"
        items={nodes}
        dependencies={[counts, expanded]}
        selectionMode="single"
        selectionBehavior="replace"
        selectedKeys={open ? [open] : []}
        expandedKeys={expanded}
        onExpandedChange={setOpened}
        onAction={(key) => {
          if (files.includes(String(key))) void actions.openFile(String(key));
        }}
        onSelectionChange={(keys) => {
          const key = keys === 'all' ? undefined : [...keys][0];
          if (key !== undefined && files.includes(String(key))) void actions.openFile(String(key));
        }}
        renderEmptyState={() => <p className="empty">{words ? 'No file has these letters.' : 'No files.'}</p>}
      >
        {(node) => <Item node={node} counts={counts} expanded={expanded} />}
      </Tree>
      {truncated && <p className="empty">There are more files; filter to find them in what is listed.</p>}
    </section>
  );
}

interface ItemProps {
  node: Node;
  counts: ReadonlyMap<string, number>;
  expanded: ReadonlySet<Key>;
}

function Item({node, counts, expanded}: ItemProps): ReactElement {
  const count = counts.get(node.path) ?? 0;
  const isOpen = expanded.has(node.path);
  return (
    <TreeItem
      id={node.path}
      textValue={count > 0 ? `${node.name}, ${count} changes` : node.name}
      className="tree-item"
      hasChildItems={node.children !== null}
    >
      <TreeItemContent>
        <span className="tree-row">
          {node.children ? (
            <Button slot="chevron" className="chevron">
              <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
            </Button>
          ) : (
            <span className="chevron" />
          )}
          <span className={count > 0 ? 'tree-name changed' : 'tree-name'}>{node.name}</span>
          {count > 0 && <span className="count">{count}</span>}
        </span>
      </TreeItemContent>
      {node.children && isOpen && (
        <Collection items={node.children} dependencies={[counts, expanded]}>
          {(child) => <Item node={child} counts={counts} expanded={expanded} />}
        </Collection>
      )}
    </TreeItem>
  );
}
