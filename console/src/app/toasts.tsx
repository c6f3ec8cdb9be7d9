import { App } from 'antd'
import { useEffect } from 'react'

type ShowError = (text: string) => void
let show: ShowError = () => {}

/** For the query cache, which lives outside React. Components use App.useApp() themselves. */
export const toastError: ShowError = (text) => show(text)

/** Connects toastError to the message area of the running app. */
export function ToastBridge() {
  const { message } = App.useApp()
  useEffect(() => {
    show = (text) => {
      // Several queries fail for one reason, such as a lost connection: one message replaces the others.
      void message.error({ content: text, key: text })
    }
    return () => {
      show = () => {}
    }
  }, [message])
  return null
}
