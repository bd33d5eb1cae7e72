// Compares a network exported by othellier with what ONNX Runtime makes of it:
// the answers, and the evaluations per second. CONTRIBUTING.md says how to run it.
'use strict'
const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const { parseArgs } = require('node:util')
const ort = require('onnxruntime-node')

const { values: option, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    threads: { type: 'string', default: String(os.availableParallelism()) },
    seconds: { type: 'string', default: '1' }, // of every measurement
    rounds: { type: 'string', default: '5' }, // measurements of each side, alternating
    othellier: { type: 'string' }, // binary to measure in turn with ONNX Runtime
    net: { type: 'string' }, // the network that was exported
  },
})
if (positionals.length !== 2 || !option.othellier !== !option.net) {
  console.error('usage: node compare.js MODEL.onnx CHECK.json [--threads N] [--seconds S] [--rounds N] [--othellier BINARY --net NET]')
  process.exit(2)
}
const [model, checkFile] = positionals
const threads = Number(option.threads)
const seconds = Number(option.seconds)
const check = JSON.parse(fs.readFileSync(checkFile))
const size = 5 * 64

// input returns the planes of n positions, those of the file over and over.
function input(n) {
  const planes = new Float32Array(n * size)
  for (let i = 0; i < planes.length; i++) planes[i] = check.planes[i % check.planes.length]
  return { planes: new ort.Tensor('float32', planes, [n, 5, 8, 8]) }
}

// compare prints the largest differences from the exact answers and says
// whether all are within 1e-4: of the largest logit, and absolute elsewhere.
async function compare(session) {
  const out = await session.run(input(check.positions.length))
  const difference = (got, want) => {
    if (got.length !== want.length) return Infinity
    return want.reduce((worst, x, i) => (Math.abs(got[i] - x) <= worst ? worst : Math.abs(got[i] - x)), 0)
  }
  const value = (wdl) => Array.from({ length: wdl.length / 3 }, (_, i) => wdl[i * 3] - wdl[i * 3 + 2])
  const largest = check.policy.reduce((m, x) => Math.max(m, Math.abs(x)), 0)
  const found = {
    'policy / largest logit': difference(out.policy.data, check.policy) / largest,
    value: difference(value(out.wdl.data), value(check.wdl)),
    wdl: difference(out.wdl.data, check.wdl),
    ownership: difference(out.ownership.data, check.ownership),
    margin: difference(out.margin.data, check.margin),
  }
  let ok = true
  for (const [name, d] of Object.entries(found)) {
    const good = d <= 1e-4
    ok &&= good
    console.log(`${name.padEnd(24)}${d.toExponential(1)}${good ? '' : '   too far'}`)
  }
  return ok
}

// rates runs batches of n for a while: evaluations per second, and per second
// of processor time times the threads, which other work on the machine does
// not change.
async function rates(session, n) {
  const feed = input(n)
  await session.run(feed)
  const began = process.hrtime.bigint()
  const cpu = process.cpuUsage()
  let took = 0
  let done = 0
  while (took < seconds) {
    await session.run(feed)
    done += n
    took = Number(process.hrtime.bigint() - began) / 1e9
  }
  const { user, system } = process.cpuUsage(cpu)
  return { wall: done / took, cpu: (done / ((user + system) / 1e6)) * threads }
}

// ours measures the predictor of othellier at batches of n.
function ours(n) {
  const report = JSON.parse(
    execFileSync(option.othellier, ['bench', option.net, '--only', 'evaluations', '--batch', String(n), '--json', '-',
      '--seconds', option.seconds, '--workers', option.threads], { stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  const { per_second: wall, per_cpu_second: cpu } = report.evaluations[0].rate
  return { wall, cpu: cpu * threads }
}

function median(l) {
  const s = l.toSorted((a, b) => a - b)
  return s.length % 2 ? s[(s.length - 1) / 2] : (s[s.length / 2 - 1] + s[s.length / 2]) / 2
}

async function main() {
  const session = await ort.InferenceSession.create(model, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    // Threads that wait for work spin, which counts as processor time.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  console.log(`ONNX Runtime ${ort.env.versions?.node ?? ort.env.versions?.common}, ${threads} threads, ${checkFile}: ${JSON.stringify(check.spec)}`)
  console.log(`\nlargest difference over ${check.positions.length} positions from the answers in float64`)
  const ok = await compare(session)
  console.log('\nevaluations/s: by the clock, and by processor time on that many threads')
  for (const n of [64, 128]) {
    const theirs = []
    const own = []
    for (let i = 0; i < Number(option.rounds); i++) {
      theirs.push(await rates(session, n))
      if (option.othellier) own.push(ours(n))
    }
    const line = (name, l) => {
      const [wall, cpu] = [median(l.map((r) => r.wall)), median(l.map((r) => r.cpu))]
      console.log(`batch ${String(n).padEnd(5)}${name.padEnd(14)}${wall.toFixed(0).padStart(9)}${cpu.toFixed(0).padStart(9)}`)
    }
    line('ONNX Runtime', theirs)
    if (!option.othellier) continue
    line('othellier', own)
    const ratio = (k) => median(own.map((r, i) => r[k] / theirs[i][k])).toFixed(2).padStart(9)
    console.log(`batch ${String(n).padEnd(5)}${'ratio'.padEnd(14)}${ratio('wall')}${ratio('cpu')}`)
  }
  process.exitCode = ok ? 0 : 1
}

main()
