// Where the boxes and ways of a directed graph are drawn: in layers from above, after Sugiyama, Tagawa and Toda (1981).

const GAP = { x: 28, y: 46 };
// The width that a way needs which passes a layer.
const WAY = 12;
const SWEEPS = 6;

// `sizes` has the `width` and `height` of each box, the first is where all begins; `ways` are pairs of `from` and `to`. Gives
// the left upper corner of each box, the points of each way, and the size of the whole.
export function laidOut(sizes, ways) {
  const { backwards, layer } = layered(sizes.length, ways);
  // Nodes are boxes, and behind them what ways need where they pass a layer.
  const nodes = sizes.map((size, number) => ({ ...size, layer: layer[number], above: [], below: [] }));
  const chains = ways.map(({ from, to }, number) => {
    const [top, bottom] = backwards.has(number) ? [to, from] : [from, to];
    const chain = [top];
    for (let at = nodes[top].layer + 1; at < nodes[bottom].layer; at++) {
      chain.push(nodes.length);
      nodes.push({ width: WAY, height: 0, layer: at, above: [], below: [] });
    }
    if (top !== bottom) chain.push(bottom);
    for (let at = 1; at < chain.length; at++) {
      nodes[chain[at - 1]].below.push(chain[at]);
      nodes[chain[at]].above.push(chain[at - 1]);
    }
    return chain;
  });
  const layers = [];
  nodes.forEach((node, number) => (layers[node.layer] ??= []).push(number));
  order(layers, nodes);
  place(layers, nodes);
  const points = ways.map((way, number) => route(chains[number], nodes, backwards.has(number)));
  const boxes = nodes.slice(0, sizes.length);
  const all = points.flat();
  return {
    boxes: boxes.map(({ x, y }) => ({ x, y })),
    points,
    width: Math.max(...boxes.map(({ x, width }) => x + width), ...all.map(([x]) => x)) + WAY,
    height: Math.max(...boxes.map(({ y, height }) => y + height), ...all.map(([, y]) => y)) + WAY,
  };
}

// The layer of each node, which is below those of all that lead to it, and the ways that lead back.
function layered(count, ways) {
  const out = Array.from({ length: count }, () => []);
  ways.forEach(({ from, to }, number) => out[from].push([to, number]));
  const backwards = new Set();
  const state = Array(count).fill("new");
  const done = [];
  const visit = (node) => {
    state[node] = "open";
    for (const [to, number] of out[node]) {
      if (state[to] === "open") backwards.add(number);
      else if (state[to] === "new") visit(to);
    }
    state[node] = "done";
    done.push(node);
  };
  for (let node = 0; node < count; node++) if (state[node] === "new") visit(node);
  const layer = Array(count).fill(0);
  for (const node of done.reverse()) {
    for (const [to, number] of out[node]) if (!backwards.has(number)) layer[to] = Math.max(layer[to], layer[node] + 1);
  }
  return { backwards, layer };
}

// Orders each layer by the middle of the neighbours in the layer before, down and up again.
function order(layers, nodes) {
  const rank = (list) => list.forEach((number, at) => (nodes[number].rank = at));
  layers.forEach(rank);
  const mean = (list, otherwise) => (list.length ? list.reduce((sum, one) => sum + nodes[one].rank, 0) / list.length : otherwise);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const [list, side] = sweep % 2 ? [[...layers].reverse(), "below"] : [layers, "above"];
    for (const layer of list) {
      const keys = new Map(layer.map((number) => [number, mean(nodes[number][side], nodes[number].rank)]));
      layer.sort((one, other) => keys.get(one) - keys.get(other) || nodes[one].rank - nodes[other].rank);
      rank(layer);
    }
  }
}

// Gives nodes their places: as near below the middle of their neighbours as the order of their layer lets them.
function place(layers, nodes) {
  let y = WAY;
  for (const layer of layers) {
    let x = 0;
    const depth = Math.max(...layer.map((number) => nodes[number].height));
    for (const number of layer) {
      Object.assign(nodes[number], { x, y, depth });
      x += nodes[number].width + GAP.x;
    }
    y += depth + GAP.y;
  }
  const middle = ({ x, width }) => x + width / 2;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const [list, side] = sweep % 2 ? [[...layers].reverse(), "below"] : [layers, "above"];
    for (const layer of list) {
      const wanted = layer.map((number) => {
        const near = nodes[number][side];
        const at = near.length ? near.reduce((sum, one) => sum + middle(nodes[one]), 0) / near.length : middle(nodes[number]);
        return at - nodes[number].width / 2;
      });
      spread(layer.map((number) => nodes[number]), wanted);
    }
  }
  const left = Math.min(...nodes.map(({ x }) => x));
  for (const node of nodes) node.x += WAY - left;
}

// The places that come nearest to those wanted, in order and with gaps: what presses on what goes along with it, at the mean of
// what they want.
function spread(list, wanted) {
  const groups = [];
  let before = 0;
  list.forEach((node, number) => {
    const offset = before;
    before += node.width + GAP.x;
    groups.push({ first: number, sum: wanted[number] - offset, count: 1 });
    while (groups.length > 1) {
      const [one, other] = groups.slice(-2);
      if (one.sum / one.count <= other.sum / other.count) break;
      groups.splice(-2, 2, { first: one.first, sum: one.sum + other.sum, count: one.count + other.count });
    }
  });
  let offset = 0;
  groups.forEach(({ first, sum, count }) => {
    for (let number = first; number < first + count; number++) {
      list[number].x = sum / count + offset;
      offset += list[number].width + GAP.x;
    }
  });
}

// From the bottom of the upper box to the top of the lower one, or the other way round; a way to the box itself goes beside it.
function route(chain, nodes, isBack) {
  const [first, last] = [nodes[chain[0]], nodes[chain.at(-1)]];
  if (chain.length === 1) {
    const right = first.x + first.width;
    const [top, bottom] = [first.y + 12, first.y + first.height - 12];
    return [[right, bottom], [right + WAY, bottom], [right + WAY, top], [right, top]];
  }
  const side = isBack ? 0.75 : 0.5;
  const at = (node, y) => [node.x + node.width * (node.height ? side : 0.5), y];
  // Straight down beside the boxes of a layer.
  const between = chain.slice(1, -1).flatMap((number) => {
    const node = nodes[number];
    return [at(node, node.y), at(node, node.y + node.depth)];
  });
  const points = [at(first, first.y + first.height), ...between, at(last, last.y)];
  return isBack ? points.reverse() : points;
}
