import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import { Button, Input, Tag } from 'antd'
import { type DragEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { formatList } from '../../lib/format-list.ts'
import { toastError, toastWarning } from '../../lib/toasts.ts'
import { acceptedFiles, filesMax, readFile } from './attach-files.ts'
import { imagesMax } from './attach-images.ts'
import type { Conversation } from './conversation.ts'
import type { Attachment } from './message.ts'
import { type AttachedKind, modelsWithout } from './model-parameters.ts'
import css from './playground.module.css'
import type { ModelsState, Offer } from './use-offer.ts'

/** The kinds of input that models may lack: text they all take. */
function attachedKinds(images: readonly string[], files: readonly Attachment[]): AttachedKind[] {
  return [
    ...(images.length > 0 ? ['image' as const] : []),
    ...(files.some(({ kind }) => kind === 'sound') ? ['audio' as const] : []),
    ...(files.some(({ kind }) => kind === 'pdf') ? ['pdf' as const] : []),
  ]
}

interface ComposerProps {
  conversation: Conversation
  isBusy: boolean
  models: ModelsState
  /** The chosen models, and what the catalogue says about all. */
  names: readonly string[]
  known: Offer['known']
  /** Opens the settings; null = they are shown beside the chat. */
  isPanelOpen: boolean | null
  openPanel(): void
  /** A question from the address, which is shown and not sent. */
  prompt: string
  /** The question of the address is shown. */
  onPrompt(): void
}

/**
 * The input for questions. Enter sends, Shift+Enter begins a line, Escape stops the answer. A question that is sent
 * while the models are loading waits for them; editing it cancels that.
 */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { conversation, isBusy, models, names, known, isPanelOpen, openPanel, prompt, onPrompt } = props
  const { t, i18n } = useTranslation('playground')
  const asked = formatList(names, i18n.resolvedLanguage)
  const [text, setText] = useState('')
  const [images, setImages] = useState<string[]>([])
  const [files, setFiles] = useState<Attachment[]>([])
  const picker = useRef<HTMLInputElement>(null)
  const [isSendDue, setIsSendDue] = useState(false)
  const canSend = models !== 'none' && !isBusy && (text.trim() !== '' || images.length + files.length > 0)

  const send = () => {
    if (!canSend) return
    if (models === 'loading') return setIsSendDue(true)
    if (!conversation.send(text, { images, files })) return
    setText('')
    setImages([])
    setFiles([])
  }
  useEffect(() => {
    if (!isSendDue || models === 'loading') return
    setIsSendDue(false)
    send()
  })
  useEffect(() => {
    if (prompt === '') return
    setText(prompt)
    onPrompt()
  }, [prompt, onPrompt])
  const attach = async (chosen: readonly File[]) => {
    const read = await Promise.all(chosen.slice(0, imagesMax + filesMax).map(readFile))
    for (const one of read) if (one.kind === 'refused') toastError(t(`refusedFile.${one.why}`))
    const pictures = [...images, ...read.flatMap((one) => (one.kind === 'image' ? [one.url] : []))]
    const others = [...files, ...read.flatMap((one) => (one.kind === 'file' ? [one.file] : []))]
    if (pictures.length > imagesMax) toastWarning(t('tooManyImages', { count: imagesMax }))
    if (others.length > filesMax || chosen.length > imagesMax + filesMax)
      toastWarning(t('tooManyFiles', { count: filesMax }))
    setImages(pictures.slice(0, imagesMax))
    setFiles(others.slice(0, filesMax))
  }
  const hints = attachedKinds(images, files).flatMap((kind) => {
    const lacking = modelsWithout(kind, names, known)
    return lacking.length === 0 ? [] : [t(`notListed.${kind}`, { models: formatList(lacking, i18n.language) })]
  })
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that confirms an input method's choice does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const onDrop = (event: DragEvent) => {
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    void attach(files)
  }
  return (
    <form
      className={css.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      {images.length > 0 && (
        <Row gap={12} align="stretch" wrap className={css.attached}>
          {images.map((url, index) => (
            <span key={index} className={css.thumb}>
              <img src={url} alt={t('attached', { number: index + 1 })} />
              <Button
                size="small"
                shape="circle"
                icon={<CloseOutlined />}
                aria-label={t('detach', { number: index + 1 })}
                onClick={() => setImages(images.toSpliced(index, 1))}
              />
            </span>
          ))}
        </Row>
      )}
      {files.length > 0 && (
        <Row align="stretch" wrap className={css.attached}>
          {files.map(({ name }, index) => (
            <Tag
              key={index}
              closable={{ 'aria-label': t('detachFile', { name }) }}
              onClose={() => setFiles(files.toSpliced(index, 1))}
            >
              {name}
            </Tag>
          ))}
        </Row>
      )}
      {hints.map((hint) => (
        <p key={hint} role="note" className={`${texts.hint} ${css.attached}`}>
          {hint}
        </p>
      ))}
      <Input.TextArea
        autoSize={{ minRows: 1, maxRows: 8 }}
        variant="borderless"
        aria-label={t('question')}
        placeholder={t('placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setIsSendDue(false)
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const files = [...event.clipboardData.files]
          if (files.length === 0) return
          event.preventDefault()
          void attach(files)
        }}
      />
      <Row className={css.composerFoot}>
        <input
          ref={picker}
          type="file"
          accept={acceptedFiles}
          multiple
          hidden
          aria-label={t('attach')}
          onChange={(event) => {
            void attach([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <Button
          type="text"
          icon={<PaperClipOutlined />}
          disabled={images.length >= imagesMax && files.length >= filesMax}
          aria-label={t('attach')}
          title={t('attach')}
          onClick={() => picker.current?.click()}
        />
        {isPanelOpen !== null && (
          <Button
            type="text"
            className={css.asked}
            icon={<ControlOutlined />}
            aria-label={t('settingsOf', { models: asked })}
            title={t('settings')}
            aria-expanded={isPanelOpen}
            onClick={openPanel}
          >
            <span className={texts.cut}>{asked}</span>
          </Button>
        )}
        <span className={css.keys}>{t('keys')}</span>
        {isBusy ? (
          <Button onClick={() => conversation.stop()}>{t('stop')}</Button>
        ) : (
          <Button type="primary" htmlType="submit" icon={<ArrowUpOutlined />} loading={isSendDue} disabled={!canSend}>
            {t('send')}
          </Button>
        )}
      </Row>
    </form>
  )
})
