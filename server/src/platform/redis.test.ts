import { expect, test } from 'bun:test'
import { connect, createServer, type Socket } from 'node:net'
import { createLog } from './log.ts'
import { createRedis, createSubscriber } from './redis.ts'
import { listenLocally } from './test-port.ts'
import { untilReady } from './test-redis.ts'

const redisUrl = process.env.TEST_REDIS_URL

test.skipIf(!redisUrl)('a client whose server stops answering reconnects and receives messages again', async () => {
  const target = new URL(redisUrl ?? '')
  const sockets: Socket[] = []
  const proxyServer = createServer((clientSocket) => {
    const redisSocket = connect(Number(target.port), target.hostname)
    for (const socket of [clientSocket, redisSocket]) {
      sockets.push(socket)
      socket.on('error', () => {})
    }
    clientSocket.pipe(redisSocket).pipe(clientSocket)
  })
  const port = await listenLocally(proxyServer)
  const redis = await createRedis(`redis://127.0.0.1:${port}`, createLog('silent'))
  const subscriber = createSubscriber(redis, createLog('silent'))
  const channel = `vanished ${crypto.randomUUID()}`
  const received = Promise.withResolvers<string>()
  subscriber.on('message', (_channel, text) => received.resolve(text))
  await subscriber.subscribe(channel)
  await untilReady(redis)
  await redis.ping()

  // As if the machine failed: the connections stay open without answers, and new ones reach another server.
  for (const socket of sockets) socket.unpipe().pause()
  const again = Promise.withResolvers<void>()
  subscriber.once('ready', again.resolve)
  await redis.ping().catch(() => {})
  await again.promise
  let isReceived = false
  while (!isReceived)
    isReceived = await redis.publish(channel, 'still here').then(
      (receivers) => Number(receivers) > 0,
      () => Bun.sleep(20).then(() => false),
    )
  expect(await received.promise).toBe('still here')

  subscriber.disconnect()
  redis.disconnect()
  proxyServer.close()
  for (const socket of sockets) socket.destroy()
})
