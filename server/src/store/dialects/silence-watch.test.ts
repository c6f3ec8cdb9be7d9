import { expect, test } from 'bun:test'
import { createSilenceWatch } from './silence-watch.ts'

test('the connection of a slow statement stays open only while the server answers', async () => {
  const probed = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let answers = true
  let probes = 0
  let closes = 0
  const watch = createSilenceWatch({
    afterMs: 5,
    probe: async () => {
      probes++
      if (probes === 3) probed.resolve()
      return answers
    },
  })
  const done = watch.sent({
    close() {
      closes++
      closed.resolve()
    },
  })
  await probed.promise
  expect(closes).toBe(0)
  answers = false
  await closed.promise
  done()
})

test('a probe does not close statements that were sent after it began', async () => {
  const probing = Promise.withResolvers<void>()
  const verdict = Promise.withResolvers<boolean>()
  const closed: string[] = []
  const first = Promise.withResolvers<void>()
  const watch = createSilenceWatch({
    afterMs: 1,
    probe: () => {
      probing.resolve()
      return verdict.promise
    },
  })
  const doneOld = watch.sent({
    close() {
      closed.push('old')
      first.resolve()
    },
  })
  await probing.promise
  const doneNew = watch.sent({ close: () => closed.push('new') })
  verdict.resolve(false)
  await first.promise
  expect(closed).toEqual(['old'])
  doneOld()
  doneNew()
})

test('an answered statement is no longer watched', async () => {
  let probes = 0
  const watch = createSilenceWatch({
    afterMs: 1,
    probe: async () => {
      probes++
      return false
    },
  })
  watch.sent({ close: () => expect.unreachable() })()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(probes).toBe(0)
})
