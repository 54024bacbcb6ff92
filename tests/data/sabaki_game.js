// SPDX-License-Identifier: MIT OR Apache-2.0

// A short game on 9x9 with continuous analysis, by the library with which Sabaki talks to engines.
// Arguments: the folder of the library, then the engine's program and its arguments.

const [folder, program, ...programArguments] = process.argv.slice(2)
const {ControllerStateTracker} = require(folder)

const KOMI = 6.5
const MOVES = 8

function check(holds, what) {
  if (!holds) throw new Error(what)
}

// The segments of a line, as Sabaki reads them.
function variations(line) {
  return line.split(/\s*info\s+/).slice(1).map(text => {
    const words = text.trim().split(/\s+/)
    const pv = words.indexOf('pv')
    const value = key => +words[words.indexOf(key) + 1]
    return {
      move: words[words.indexOf('move') + 1],
      visits: value('visits'),
      winrate: value('winrate'),
      scoreLead: value('scoreLead'),
      pv: words.slice(pv + 1),
    }
  })
}

async function analyse(tracker, sign) {
  let lines = 0
  let best = null
  let seen = () => {}
  const enough = new Promise(resolve => (seen = resolve))
  const stream = tracker.controller.sendCommand({name: 'analyze', args: [sign, '5']}, ({line}) => {
    if (!line.startsWith('info ')) return
    best = variations(line)[0]
    lines++
    if (lines === 3) seen()
  })
  await Promise.race([enough, stream])
  check(lines >= 3, 'the stream goes on until it is ended')
  // Sabaki ends a stream by a command.
  const version = await tracker.controller.sendCommand({name: 'protocol_version'})
  check(!version.error && version.content.trim() === '2', 'the command after the stream is answered')
  await stream
  check(best.visits > 0 && best.winrate >= 0 && best.winrate <= 1, 'a win rate')
  check(Number.isFinite(best.scoreLead) && best.pv[0] === best.move, 'a lead and a variation')
}

async function main() {
  const tracker = ControllerStateTracker.fromController(program, programArguments)
  const controller = tracker.controller
  controller.start()
  const history = []
  for (let i = 0; i < MOVES; i++) {
    const sign = i % 2 === 0 ? 'B' : 'W'
    await tracker.sync({komi: KOMI, boardsize: [9, 9], history})
    check(tracker.state.komi === KOMI && tracker.state.history.length === i, 'the states agree')
    await analyse(tracker, sign)
    const reply = await tracker.queueCommand({name: 'genmove_analyze', args: [sign, '10']})
    const played = reply.content.trim().split('\n').pop()
    check(!reply.error && /^play /.test(played), `a move: ${reply.content}`)
    history.push({name: 'play', args: [sign, played.slice(5).trim()]})
  }
  // One move less: by undo.
  history.pop()
  await tracker.sync({komi: KOMI, boardsize: [9, 9], history})
  const stones = await tracker.queueCommand({name: 'list_stones', args: ['black']})
  check(stones.content.trim().split(/\s+/).length >= 2, 'stones')
  await controller.stop()
  console.log(`played ${MOVES} moves`)
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
