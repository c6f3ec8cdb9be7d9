import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import { App, Button, Input } from 'antd'
import { type DragEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import { imagesMax, readImage } from './attach-images.ts'
import type { Conversation } from './conversation.ts'
import css from './playground.module.css'
import type { ModelsState } from './use-offer.ts'

interface ComposerProps {
  conversation: Conversation
  isBusy: boolean
  models: ModelsState
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
  const { conversation, isBusy, models, isPanelOpen, openPanel, prompt, onPrompt } = props
  const { t } = useTranslation('playground')
  const { message } = App.useApp()
  const [text, setText] = useState('')
  const [images, setImages] = useState<string[]>([])
  const picker = useRef<HTMLInputElement>(null)
  const [isSendDue, setIsSendDue] = useState(false)
  const canSend = models !== 'none' && !isBusy && (text.trim() !== '' || images.length > 0)

  const send = () => {
    if (!canSend) return
    if (models === 'loading') return setIsSendDue(true)
    if (!conversation.send(text, images)) return
    setText('')
    setImages([])
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
  const attach = async (files: readonly File[]) => {
    const room = imagesMax - images.length
    const read = await Promise.all(files.slice(0, room).map(readImage))
    if (files.length > room) void message.warning(t('tooManyImages', { count: imagesMax }))
    if (read.includes(null)) void message.error(t('notAnImage'))
    setImages((before) => [...before, ...read.filter((image) => image !== null)].slice(0, imagesMax))
  }
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
          accept="image/*"
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
          icon={<PictureOutlined />}
          disabled={images.length >= imagesMax}
          aria-label={t('attach')}
          title={t('attach')}
          onClick={() => picker.current?.click()}
        />
        {isPanelOpen !== null && (
          <Button
            type="text"
            icon={<ControlOutlined />}
            aria-label={t('settings')}
            title={t('settings')}
            aria-expanded={isPanelOpen}
            onClick={openPanel}
          />
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
