import { expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { createReachability } from './reachability.ts'
import { createManualClock } from './test-clock.ts'
import { listenLocally } from './test-port.ts'

test('connects to the checked addresses, and resolves no name', async () => {
  const connected = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.destroy()
    connected.resolve()
  })
  const port = await listenLocally(server)
  const watch = createReachability(createManualClock()).watch('http://upstream.invalid/v1', 60_000, [
    `http://127.0.0.1:${port}`,
  ])
  await connected.promise
  watch?.stop()
  server.close()
})

test('a host that answered is trusted for a minute, and its connection may be kept for five', () => {
  const clock = createManualClock()
  const reachability = createReachability(clock)
  const readState = () => [
    reachability.watch('http://a.example/x', 1_000, []) === null,
    reachability.mayBeKept('http://a.example/y'),
  ]
  expect(reachability.mayBeKept('http://a.example/')).toBe(false)
  reachability.reached('http://a.example/')
  expect(readState()).toEqual([true, true])
  clock.advance(60_000)
  const watch = reachability.watch('http://a.example/x', 1_000, [])
  watch?.stop()
  expect([watch === null, reachability.mayBeKept('http://a.example/y')]).toEqual([false, true])
  clock.advance(240_000)
  expect(reachability.mayBeKept('http://a.example/y')).toBe(false)
})
