import type { DrawingTask } from '@sluice/contract/drawing'
import { recordOf, textOf } from '@sluice/contract/read-json'
import { isWebAddress } from '../../core/web-address.ts'
import { opensWindow, parseCustomId } from '../../protocols/midjourney/actions.ts'
import { parseDrawingDetails } from '../../protocols/midjourney/build-task.ts'
import type { Services } from '../../services.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { TaskRow } from '../../store/schema.ts'
import { taskPhase } from '../../store/tasks.ts'
import { imagePathOf, imageUrlOf } from '../../tasks/image-address.ts'
import type { ChannelShown } from '../channel-shown.ts'

export function buildDrawing(
  deps: Services<'config' | 'secretBox'>,
  options: OptionValues,
  row: TaskRow,
): Omit<DrawingTask, keyof ChannelShown> {
  const details = parseDrawingDetails(row.data)
  const raw = details.imageUrl ?? ''
  return {
    id: row.id,
    code: row.code,
    user_id: row.user_id,
    username: row.username,
    action: row.action,
    mj_id: row.task_id,
    prompt: row.prompt,
    prompt_en: details.promptEn ?? '',
    description: details.description ?? '',
    state: details.state ?? '',
    submit_time: row.submitted_at,
    start_time: row.started_at,
    finish_time: row.finished_at,
    image_url: imageUrlOf(deps, options, row, raw),
    video_urls: [...new Set([details.videoUrl ?? '', ...(details.videoUrls ?? [])])].filter(isWebAddress),
    preview_path: raw === '' ? '' : `${imagePathOf(deps.secretBox, row.id)}?rand=${row.revision}`,
    status: row.status,
    progress: `${row.progress}%`,
    fail_reason: row.fail_reason,
    quota: row.quota,
    is_refunded: row.phase === taskPhase.refunded,
    actions: row.status === 'SUCCESS' ? actionsOf(details.buttons ?? []) : [],
    buttons: details.buttons ? JSON.stringify(details.buttons) : '',
    properties: details.properties ? JSON.stringify(details.properties) : '',
  }
}

/** Midjourney shows up to five rows of five. */
const buttonsMax = 25
const customIdMax = 200
const labelMax = 40

/** Buttons of known actions. Those that open a form are left out: the form asks for what only their page shows. */
function actionsOf(buttons: readonly unknown[]): DrawingTask['actions'] {
  return buttons.slice(0, buttonsMax).flatMap((button) => {
    const { customId, label, emoji } = recordOf(button)
    const custom_id = textOf(customId)
    const found = parseCustomId(custom_id)
    if (!found || opensWindow(found.action) || custom_id.length > customIdMax) return []
    return [{ custom_id, label: (textOf(label) || textOf(emoji)).slice(0, labelMax), action: found.action }]
  })
}
