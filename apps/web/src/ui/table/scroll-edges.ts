/**
 * Marks on the scroller (`data-hides="start end"`) the edges where sticky columns cover others, after scrolling,
 * resizing or a change of columns.
 * @returns a function that stops it
 */
export function watchScrollEdges(scroller: HTMLElement, content: HTMLElement): () => void {
  const tell = () => {
    const { scrollLeft, scrollWidth, clientWidth } = scroller
    const hidden = [scrollLeft > 0 ? 'start' : '', scrollLeft + clientWidth < scrollWidth - 1 ? 'end' : '']
      .filter(Boolean)
      .join(' ')
    if (scroller.dataset['hides'] !== hidden) scroller.dataset['hides'] = hidden
  }
  const sizes = new ResizeObserver(tell)
  sizes.observe(scroller)
  sizes.observe(content)
  scroller.addEventListener('scroll', tell, { passive: true })
  return () => {
    sizes.disconnect()
    scroller.removeEventListener('scroll', tell)
  }
}
