import Alpine from 'alpinejs';

Alpine.data('chat', () => ({
  draft: '',
  turns: [],
  async send() {
    const question = this.draft;
    if (question.trim() === '') return;
    this.draft = '';
    this.turns.push({ from: 'You', text: question }, { from: 'Model', text: '' });
    const answer = this.turns.at(-1);
    try {
      const response = await fetch('/ask', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ question }),
      });
      if (!response.ok) throw new Error('The model cannot be reached.');
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        answer.text += read.value;
      }
    } catch (error) {
      answer.text = error.message;
    }
  },
}));
Alpine.start();
