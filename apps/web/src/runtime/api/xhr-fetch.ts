/** A call by XMLHttpRequest, which tells how much of its body was sent; `fetch` cannot. */
export function xhrFetch(onSent: (share: number) => void): typeof globalThis.fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers, body, signal } = init
      const xhr = new XMLHttpRequest()
      const abort = () => xhr.abort()
      const failed = () => reject(new TypeError('Failed to fetch'))
      xhr.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
      xhr.onload = () => resolve(answerOf(xhr))
      xhr.onerror = failed
      xhr.ontimeout = failed
      xhr.onabort = () => reject(signal?.reason ?? new DOMException('The call was aborted.', 'AbortError'))
      xhr.onloadend = () => signal?.removeEventListener('abort', abort)
      xhr.open(method, input instanceof Request ? input.url : input)
      xhr.responseType = 'blob'
      for (const [name, value] of new Headers(headers)) xhr.setRequestHeader(name, value)
      if (signal?.aborted === true) return reject(signal.reason)
      signal?.addEventListener('abort', abort)
      // the desk sends texts and forms alone
      xhr.send(body as XMLHttpRequestBodyInit | null)
    })
}

function answerOf(xhr: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of xhr
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const [name = '', ...value] = line.split(': ')
    if (name !== '') headers.append(name, value.join(': '))
  }
  return new Response(xhr.status === 204 ? null : (xhr.response as Blob), { status: xhr.status, headers })
}
