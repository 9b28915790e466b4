import { GoogleGenerativeAI } from '@google/generative-ai';
import $ from 'jquery';

const model = new GoogleGenerativeAI('none').getGenerativeModel(
  { model: 'gemini-2.5-flash' },
  { baseUrl: location.origin },
);
const chat = model.startChat();

async function send() {
  const text = $('#draft').val();
  if (text.trim() === '') return;
  $('#draft').val('');
  $('<p class="user">').text(text).appendTo('#log');
  const answer = $('<p class="model">').appendTo('#log');
  $('#send').prop('disabled', true);
  try {
    const { stream } = await chat.sendMessageStream(text);
    for await (const chunk of stream) answer.text(answer.text() + chunk.text());
  } catch (error) {
    answer.text(`Something went wrong: ${error.message}`);
  }
  $('#send').prop('disabled', false);
}

$('#send').on('click', () => void send());
