import type { DrawingTask } from '@sluice/contract/drawing'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../components/layout.tsx'
import { DrawingButtons } from './drawing-buttons.tsx'
import { PicturePreview } from './picture-preview.tsx'

export const hasResult = (row: DrawingTask): boolean =>
  row.preview_path !== '' || row.video_urls.length > 0 || row.actions.length > 0

/** The picture of a task, the addresses of its videos at the upstream, and its buttons. */
export function DrawingResult({ row }: { row: DrawingTask }) {
  const { t } = useTranslation('tasks')
  if (row.video_urls.length === 0 && row.actions.length === 0) return <PicturePreview row={row} />
  return (
    <Stack gap={2}>
      {row.preview_path !== '' && <PicturePreview row={row} />}
      {row.video_urls.map((url, index) => (
        <a
          key={url}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('picture.videoOf', { number: index + 1, id: row.mj_id })}
        >
          {t('picture.video', { number: index + 1 })}
        </a>
      ))}
      <DrawingButtons row={row} />
    </Stack>
  )
}
