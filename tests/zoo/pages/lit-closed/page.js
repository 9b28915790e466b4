import { css, html, LitElement } from 'lit';

class ChatBox extends LitElement {
  static shadowRootOptions = {
    ...LitElement.shadowRootOptions,
    mode: 'closed',
    delegatesFocus: true,
  };
  static properties = { turns: { state: true } };
  static styles = css`
    :host {
      display: block;
    }
    p {
      white-space: pre-wrap;
    }
    textarea {
      width: 100%;
    }
  `;

  constructor() {
    super();
    this.turns = [];
  }

  #send() {
    const field = this.renderRoot.querySelector('textarea');
    const query = field.value;
    if (query.trim() === '') return;
    field.value = '';
    this.turns = [...this.turns, query, ''];
    const request = new XMLHttpRequest();
    request.open('POST', '/chat');
    request.setRequestHeader('Content-Type', 'application/json');
    request.onprogress = request.onload = () => {
      const lines = request.responseText.split('\n').filter((line) => line.endsWith('}'));
      const answer = lines.map((line) => JSON.parse(line).answer ?? '').join('');
      this.turns = [...this.turns.slice(0, -1), answer];
    };
    request.send(JSON.stringify({ query }));
  }

  #onKey(event) {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    this.#send();
  }

  render() {
    return html`${this.turns.map((text) => html`<p>${text}</p>`)}
      <textarea rows="3" @keydown=${(event) => this.#onKey(event)}></textarea>
      <button @click=${() => this.#send()}>Send</button>`;
  }
}
customElements.define('chat-box', ChatBox);
