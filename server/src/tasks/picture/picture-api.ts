import { GatewayError } from '../../core/errors.ts'
import type { MadeImage } from '../../core/media.ts'
import { buildPictureTask } from '../../protocols/openai-media/build-picture-task.ts'
import { laterField } from '../../protocols/openai-media/image-call.ts'
import { readSwitch } from '../../protocols/openai-media/media-request.ts'
import type { IdentifiedCall, RelayCall } from '../../relay/call/relay-call.ts'
import { usableGroupsOf } from '../../relay/call/usable-group.ts'
import type { ExtensionApi, ServeExtension } from '../../relay/modeless/extension-api.ts'
import { channelsFor } from '../../state/channels-for.ts'
import { mappedModel } from '../../state/mapped-model.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import type { TaskRow } from '../../store/schema.ts'
import { taskPhase } from '../../store/tasks.ts'
import { admitOwner } from '../admit-owner.ts'
import { hookField, readHook } from '../client-hook.ts'
import { withRefusal } from '../failed-submission.ts'
import { findParent } from '../find-parent.ts'
import { submitIdentified } from '../submit-task.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { takesTasks } from '../task-router.ts'
import { pictureOperationOf, pictureWireOf } from './picture-wire.ts'
import { buildPictureSubmission } from './read-picture.ts'
import { type StoredPictures, shownPictures, storedPicture } from './stored-picture.ts'

const taskPath = /^\/v1\/images\/(?:generations|edits)\/([^/]{1,200})$/

/** How soon a client asks again, while pictures are made. */
const askAgain = { 'openai-poll-after-ms': '2000' }

/**
 * Pictures that are made after the call: `async: true` in a call for images, where a channel makes them as a task. The
 * task is fetched at the path of the call, followed by its id.
 */
export function createPictureApi(
  deps: Pick<TaskDependencies, 'db' | 'state' | 'clock' | 'config' | 'log' | 'fetchImage'>,
): ExtensionApi {
  const serve =
    (request: Request, id: string): ServeExtension =>
    async (tools, call) => {
      if (request.method !== 'GET') throw new GatewayError('method_not_allowed')
      const { userId } = await admitOwner(tools, call, request)
      const row = await findPictures(userId, id)
      const images = row.status === 'SUCCESS' ? await imagesOf(storedPicture(row), call, request.signal) : []
      const body = buildPictureTask(shownPictures(row, images))
      return Response.json(body, { headers: row.phase === taskPhase.open ? askAgain : {} })
    }

  async function findPictures(userId: number, id: string): Promise<TaskRow> {
    try {
      return await findParent(deps.db, { userId, platform: 'image' }, id)
    } catch (cause) {
      if (cause instanceof GatewayError && cause.code === 'task_not_found')
        throw new GatewayError('stored_object_not_found', { id: id.slice(0, 64) })
      throw cause
    }
  }

  /** Their bytes where the caller asked for them and they can be fetched, addresses otherwise. */
  const imagesOf = ({ outputs = [], wantsBytes }: StoredPictures, call: RelayCall, signal: AbortSignal) =>
    Promise.all(
      outputs.map(async ({ url }): Promise<MadeImage> => {
        if (!wantsBytes) return { kind: 'url', url }
        try {
          const { bytes } = await deps.fetchImage(url, signal)
          return { kind: 'bytes', data: Buffer.from(bytes).toString('base64') }
        } catch (cause) {
          if (signal.aborted) throw cause
          deps.log.info({ requestId: call.id, reason: String(cause) }, 'a picture was not fetched')
          return { kind: 'url', url }
        }
      }),
    )

  return {
    findHandler(request, pathname) {
      const [, id] = taskPath.exec(pathname) ?? []
      return id === undefined ? null : serve(request, id)
    },
    takeCall(call, identified) {
      const operation = pictureOperationOf(call.target.operation)
      const { image, model, body, isStream } = identified.request
      if (!operation || !image) return null
      const isLater = readSwitch(laterField, body[laterField])
      // The playground waits.
      if (isStream || !isLater || call.admitPerson !== null) return null
      const snapshot = deps.state.current()
      const hasMaker = channelsOf(snapshot, identified).some(
        (channel) =>
          takesTasks(channel, 'image', call.startedAt) &&
          pictureWireOf(channel, operation, mappedModel(channel, model)) !== null,
      )
      if (!hasMaker) return null
      const hook = identified.caller.tokenId === null ? null : readHook(deps.config, hookField, body[hookField])
      const asked = { operation, request: { model, body, image }, hook, options: snapshot.options, now: call.startedAt }
      return (tools) => withRefusal(call, submitIdentified(tools, call, identified, buildPictureSubmission(asked)))
    },
  }
}

/** The channels that the call may use in the first of its groups that serves the model. */
function channelsOf(snapshot: Snapshot, { caller, pinnedChannelId, request: { model } }: IdentifiedCall) {
  if (pinnedChannelId !== null) {
    const pinned = snapshot.channels.get(pinnedChannelId)
    return pinned ? [pinned] : []
  }
  const groups = usableGroupsOf(caller, snapshot.options)
  return groups.map((group) => channelsFor(snapshot, group, model)).find((found) => found.length > 0) ?? []
}
