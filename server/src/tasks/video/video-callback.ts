import { readBody } from '../../platform/read-body.ts'
import { isEqualSecret, type SecretBox } from '../../platform/secret-box.ts'
import { publicAddress } from '../../state/public-address.ts'
import { wakeTask } from '../../store/tasks.ts'
import type { TaskDependencies } from '../task-dependencies.ts'

const purpose = 'video callback'
const bodyBytesMax = 1_048_576

/** The address at which a maker says that a video has changed. It cannot be guessed. */
export const callbackUrlOf = (
  { secretBox, state, config }: Pick<TaskDependencies, 'secretBox' | 'state' | 'config'>,
  id: string,
): string =>
  `${publicAddress(state.current().options, config)}/v1/videos/${id}/callback?secret=${secretBox.lookup(id, purpose)}`

const isProven = (secretBox: Pick<SecretBox, 'lookup'>, id: string, given: string | null): boolean =>
  given !== null && isEqualSecret(secretBox.lookup(id, purpose), given)

/**
 * A callback is a hint: its body is not believed, and the maker is asked at once. Repeated ones, and those for a video
 * that is over or unknown, have no effect.
 */
export function createVideoCallback(deps: Pick<TaskDependencies, 'db' | 'clock' | 'config' | 'secretBox'>) {
  return async function takeCallback(request: Request, id: string): Promise<Response> {
    const given = new URL(request.url).searchParams.get('secret')
    if (!isProven(deps.secretBox, id, given)) return Response.json({ error: 'forbidden' }, { status: 403 })
    await readBody(request, { bytesMax: bodyBytesMax, timeoutMs: deps.config.BODY_READ_TIMEOUT * 1_000 })
    await wakeTask(deps.db, { platform: 'video', taskId: id }, deps.clock.now())
    return Response.json({ success: true })
  }
}
