import type { Task } from '@sluice/contract/task'
import { Button, Collapse, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { LongText } from '../../components/long-text.tsx'
import { Nothing } from '../../components/nothing.tsx'
import texts from '../../components/text.module.css'
import { isEmptyResult, parsePictures, parseSongs, type Song } from './parse-songs.ts'
import css from './tasks.module.css'

const windowWidth = 800

/** The result of a task: its failure, links to its pictures, or its songs in a dialog. */
export function TaskResult({ row }: { row: Task }) {
  const { t } = useTranslation('tasks')
  const [isOpen, setIsOpen] = useState(false)
  if (row.fail_reason !== '') return <LongText title={t('column.failReason')} text={row.fail_reason} tone="error" />
  if (isEmptyResult(row.data)) return <Nothing />
  const pictures = parsePictures(row.data)
  if (pictures.length > 0)
    return (
      <Row gap={8} wrap>
        {pictures.map((url, index) => (
          <a key={url} href={url} target="_blank" rel="noopener noreferrer">
            {t('imageLink', { number: index + 1 })}
          </a>
        ))}
      </Row>
    )
  const songs = parseSongs(row.data)
  const title = t('songs.title', { id: row.task_id })
  const isMusic = row.action === 'MUSIC' && songs.length > 0
  return (
    <>
      <Button size="small" type="text" title={title} onClick={() => setIsOpen(true)}>
        {isMusic ? t('songs.count', { count: songs.length }) : t('songs.view')}
      </Button>
      <Modal
        open={isOpen}
        title={title}
        width={windowWidth}
        footer={null}
        destroyOnHidden
        onCancel={() => setIsOpen(false)}
      >
        <ul className={css.songs}>
          {songs.map((song) => (
            <SongItem key={song.id} song={song} />
          ))}
        </ul>
        <Collapse
          ghost
          size="small"
          items={[
            {
              key: 'raw',
              label: t('songs.raw'),
              children: <pre className={css.raw}>{JSON.stringify(row.data, null, 2)}</pre>,
            },
          ]}
        />
      </Modal>
    </>
  )
}

function SongItem({ song }: { song: Song }) {
  const { t } = useTranslation('tasks')
  const name = song.title || t('songs.untitled')
  const link = (href: string, label: string) =>
    href !== '' && (
      <a href={href} target="_blank" rel="noopener noreferrer" aria-label={`${label} ${name}`}>
        {label}
      </a>
    )
  return (
    <li>
      <div className={css.songHead}>
        <strong>{name}</strong>
        {link(song.audioUrl, t('songs.audio'))}
        {link(song.videoUrl, t('songs.video'))}
      </div>
      {song.tags !== '' && <div className={texts.faint}>{song.tags}</div>}
      {song.text !== '' && <p className={css.lyrics}>{song.text}</p>}
    </li>
  )
}
