import type { DrawingTask } from '@sluice/contract/drawing'
import { isWebAddress } from '../../core/web-address.ts'
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
    buttons: details.buttons ? JSON.stringify(details.buttons) : '',
    properties: details.properties ? JSON.stringify(details.properties) : '',
  }
}
