import { Application, Controller } from '@hotwired/stimulus';
import { createConsumer } from '@rails/actioncable';

class Chat extends Controller {
  static targets = ['messages', 'input'];

  connect() {
    this.channel = createConsumer('/cable').subscriptions.create('ChatChannel', {
      received: (data) => this.show(data),
    });
  }

  submit() {
    this.inputTarget.form.requestSubmit();
  }

  send(event) {
    event.preventDefault();
    const message = this.inputTarget.value;
    if (message.trim() === '') return;
    this.add('user', message);
    this.channel.perform('speak', { message });
    this.inputTarget.value = '';
  }

  show({ id, delta, error }) {
    if (error) this.add('error', error);
    if (!delta) return;
    const element = document.getElementById(id) ?? this.add('assistant', '', id);
    element.textContent += delta;
  }

  add(role, text, id = '') {
    const element = Object.assign(document.createElement('p'), { className: role, id });
    element.textContent = text;
    this.messagesTarget.append(element);
    return element;
  }
}

Application.start().register('chat', Chat);
