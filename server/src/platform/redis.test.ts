import { expect, test } from 'bun:test'
import { connect, createServer, type Socket } from 'node:net'
import { createLog } from './log.ts'
import { createRedis, createSubscriber } from './redis.ts'
import { untilReady } from './test-redis.ts'

const redisUrl = process.env.TEST_REDIS_URL

test.skipIf(!redisUrl)('after its server vanishes, a client reconnects and receives messages again', async () => {
  const target = new URL(redisUrl ?? '')
  const sockets: Socket[] = []
  const wire = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.push(socket)
      socket.on('error', () => {})
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  const address = wire.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const redis = await createRedis(`redis://127.0.0.1:${port}`, createLog('silent'))
  const subscriber = createSubscriber(redis, createLog('silent'))
  const channel = `vanished ${crypto.randomUUID()}`
  const heard = Promise.withResolvers<string>()
  subscriber.on('message', (_channel, text) => heard.resolve(text))
  await subscriber.subscribe(channel)
  await untilReady(redis)
  await redis.ping()

  // As when the machine is lost: the server closes nothing and answers nothing; another one takes its place.
  for (const socket of sockets) socket.unpipe().pause()
  const again = Promise.withResolvers<void>()
  subscriber.once('ready', again.resolve)
  await redis.ping().catch(() => {})
  await again.promise
  let isTold = false
  while (!isTold)
    isTold = await redis.publish(channel, 'still here').then(
      (receivers) => Number(receivers) > 0,
      () => Bun.sleep(20).then(() => false),
    )
  expect(await heard.promise).toBe('still here')

  subscriber.disconnect()
  redis.disconnect()
  wire.close()
  for (const socket of sockets) socket.destroy()
})
