import { TelegramWidget } from '../../components/telegram-widget.tsx'
import css from './sign-in.module.css'

export function TelegramButton({ botName }: { botName: string }) {
  return (
    <div className={css.waiting}>
      <TelegramWidget botName={botName} returnPath="/oauth/telegram" />
    </div>
  )
}
